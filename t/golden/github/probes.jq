# A line of probes.jsonl to {name, in, keys}: the entries it must give.
include "pull";

def check_state:
  .given | if .context then . + {required: false}
    else . + {name: "c"} | if .conclusion == "" then .conclusion = null else . end end
  | {rows: [.]};

def check_keys:
  (if .given.context then "ci/x" else "c" end) as $name
  | {failing: ["red:\($name)"], passing: ["ready"], pending: [], noise: ["ready"]}
    [.expect];

def conclusions:
  {failing: {conclusion: "FAILURE"}, passing: {conclusion: "SUCCESS"},
   pending: {status: "IN_PROGRESS", conclusion: null, completed: null}}[.];

# Rows in the order of the list have growing ids; a workflow's name or what its
# details are at tells one from another.
def by_start:
  .given as $rows
  | {rows: [range($rows | length) as $i | $rows[$i]
     | {name, id: (500 + $i), suite: (50 + $i),
        workflow: ([$rows[].workflow] | index($rows[$i].workflow) + 100),
        app: (if .details then [$rows[].details] | index($rows[$i].details) + 1 else 1 end),
        started: (if .started == "" then null else .started end)}
       + (.state | conclusions)]};

def start_keys:
  [.expect[] | split("=")[1]]
  | if any(.[]; . == "failing") then ["red:test"]
    elif any(.[]; . == "pending") then [] else ["ready"] end;

def by_run:
  .given as $rows
  | {rows: [range($rows | length) as $i | $rows[$i]
     | {name, id: .run_id, suite: (50 + $i), workflow: .workflow_id, event, status,
        conclusion, started: "2026-11-30T15:0\($i * 5):00Z",
        completed: (if .status == "COMPLETED" then "2026-11-30T15:0\($i * 5 + 1):00Z"
          else null end)}]};

def run_keys:
  . as $case
  | [range(.given | length) | select($case.expect[.] == "live") | $case.given[.].conclusion]
  | if any(.[]; . == "FAILURE") then ["red:test"]
    elif any(.[]; . == "CANCELLED") then ["cancelled:test"]
    elif any(.[]; . == null) then [] else ["ready"] end;

def facts:
  .given
  | {state: (.state | ascii_upcase), draft, head: (if .head == "abc" then head else "" end),
     rows: ([.checks.failed[]? | {name: ., conclusion: "FAILURE"}]
       + [.checks.pending[]? | {name: ., status: "QUEUED", conclusion: null}]
       + [.checks.unknown[]? | {name: ., conclusion: "BRAND_NEW"}]
       + [.checks.superseded[]? | {name: ., id: 1, conclusion: "CANCELLED"},
           {name: ., id: 2, suite: 2, started: "2026-11-30T15:10:00Z",
            conclusion: "SUCCESS"}]
       + if .checks_complete then [] else [{name: "b", conclusion: "SUCCESS"}] end),
     more: (.checks_complete | not), more_threads: (.threads_complete | not),
     threads: [range(.unresolved_threads) | {id: "T\(.)"}],
     opinions: (if .review_decision == "changes_requested"
       then [{login: "rita", state: "CHANGES_REQUESTED"}] else [] end),
     decision: (if .review_decision == "changes_requested" then "CHANGES_REQUESTED"
       else null end)}
  + {mergeable: {mergeability: .mergeability}}
  + ({mergeable: {}, conflicting: {mergeable: "CONFLICTING", merge: "DIRTY"},
      behind: {merge: "BEHIND"}, pending: {mergeable: "UNKNOWN", merge: "UNKNOWN"}}
     [.mergeability] | {mergeable: "MERGEABLE"} + .);

# A status of success is an entry of ours; the reference's two counts are ours by
# name.
def facts_keys:
  . as $case
  | if .expect.status == "success" or .expect.reason == "pull_request_closed" then
      [{pull_request_merged: "merged", review_ready: "ready",
        pull_request_closed: "closed"}[.expect.reason]]
    else
      [.expect.entries[].key
       | if . == "unresolved_threads" then
           range($case.given.unresolved_threads) | "thread:T\(.)"
         elif . == "changes_requested" then "changes_requested:rita" else . end]
    end;

{name: "\(.table): \(.name)"}
+ if .table == "check_state" then {facts: check_state, keys: check_keys}
  elif .table == "collapse_by_start_time" then {facts: by_start, keys: start_keys}
  elif .table == "superseded_by_run" then {facts: by_run, keys: run_keys}
  else {facts: facts, keys: facts_keys} end
| .in = (.facts | settled as $prior | look($prior; []))
| {name, in, keys: (.keys | sort)}

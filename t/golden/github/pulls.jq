# A line of bugs.jsonl about a pull request to {name, in, want}: what observe is
# given, and what it must say of each subject.
def subject($id):
  ($id | capture("^github[.]com/(?<owner>[^/]+)/(?<repo>[^#]+)#(?<number>[0-9]+)$"))
  as $names
  | {subject: "github:\($names.owner)/\($names.repo)#\($names.number)", names: $names};

# As the transport classifies a status.
def error:
  if . == 403 or . == 401 then {class: "auth", brief: "status \(.)"}
  elif . == 429 then {class: "rate_limited", brief: "throttled (status 429)"}
  elif . >= 500 then {class: "server", brief: "status \(.)"}
  else null end;

def class:
  if . == "throttle" then "rate_limited" elif . == "too_heavy" then "server"
  else . end;

# DESIGN.md 6: what the table says is never cleared is a condition.
def resets:
  .resets_on | ascii_downcase | if . == "never" then "absence" else . end;

select(.kind == "github_pull_request") | . as $case
| {name: .ref,
   in: {now: (.now * 1000),
     subjects: [.subjects[] | . as $s | subject(.id) + {config: {}, prior: {
       revision: ($case.input.body.data[$s.alias]?.pullRequest.headRefOid? // null),
       revision_at: (if $case.head_seen_at then $case.head_seen_at * 1000 else null end),
       cursor: null}, values: null}],
     responses: [{id: "pr", header: .input.headers, retry_at: null, not_after: null,
       hash: "", truncated: false} + (.input | {status, body})
       + {error: (.input.status | error)}]},
   want: [.subjects[] | ($case.expect_by_subject[.id] // {}) as $own
     | {subject: subject(.id).subject,
        complete: ($own | if has("complete") then .complete else $case.expect.complete end),
        error: (($own.error // $case.expect.error) | class),
        too_heavy: ($case.expect.error == "too_heavy"),
        entries: (($own.entries // $case.expect_entries)
          | map({key, severity: (.severity | ascii_downcase), resets_on: resets})
          | sort_by(.key))}],
   must_not: .must_not, brief: (if (.note // "") | test("^brief of ready must contain") then "0 passed" else null end)}

# A pull request's life at random, $n states of it, from $seed: a line each,
# {facts, in}.  The seed is all its chance.
include "pull";

def next: . * 48271 % 2147483647;

# The k-th of a list, by chance
def pick($list): $list[. % ($list | length)];

def verdicts: ["SUCCESS", "SUCCESS", "SUCCESS", "SUCCESS", "SUCCESS", "NEUTRAL", "SKIPPED",
  "FAILURE", "CANCELLED", "TIMED_OUT", "ACTION_REQUIRED", "STALE", "STARTUP_FAILURE",
  "BRAND_NEW"];

def begin($r; $id):
  {name: ($r | pick(["unit", "lint", "docs", "deploy"])), id: $id, suite: $id,
   required: ($r % 7 == 0), workflow: (100 + $r % 2), status: "IN_PROGRESS",
   conclusion: null, completed: null, started: "2026-11-30T15:0\($id % 10):00Z"};

# What happens next; $r and $q are two numbers by chance.
def happen($r; $q):
  .step as $id
  | if .state != "OPEN" then
      if $r % 3 == 0 and .state == "CLOSED" then .state = "OPEN" else . end
    else
      {"0": (.rows += [begin($q; $id)]),
       "1": (.rows += [begin($q; $id) + {status: "COMPLETED", conclusion: "SUCCESS",
         completed: "2026-11-30T15:20:00Z"}]),
       "2": (if .rows == [] then . else
         .rows[$q % (.rows | length)] += {status: "COMPLETED",
           conclusion: ($q / 3 | floor | pick(verdicts)),
           completed: "2026-11-30T15:30:00Z"} end),
       "3": (.rows |= map(.status = "COMPLETED" | .completed = "2026-11-30T15:30:00Z"
         | .conclusion = "SUCCESS")),
       "4": (if $q % 4 == 0 then .head = ("\($id % 10)b2c3d4e" * 5) | .rows = []
         | .lag = false else . end),
       "5": (.mergeable = ($q | pick(["MERGEABLE", "MERGEABLE", "MERGEABLE", "UNKNOWN",
         "CONFLICTING"]))),
       "6": (.merge = ($q | pick(["CLEAN", "CLEAN", "UNSTABLE", "BLOCKED", "BEHIND",
         "DIRTY", "UNKNOWN", "HAS_HOOKS", "DRAFT"]))),
       "7": (.draft = ($q % 5 == 0)),
       "8": (if $q % 2 == 0 then .threads = [] else
         .threads += [{id: "T\($id)", resolved: ($q % 3 == 0)}] | .threads |= .[-3:] end),
       "9": (.opinions = [{login: "rita", state: ($q | pick(["APPROVED", "APPROVED",
         "CHANGES_REQUESTED", "DISMISSED"])), oid: ($q | pick([null, other_head]))}
         | if .oid == null then del(.oid) else . end]),
       "10": (.decision = ($q | pick([null, "APPROVED", "REVIEW_REQUIRED",
         "CHANGES_REQUESTED"]))),
       "11": (.comments = [{id: $id, login: "bob", ours: ($q % 2 == 0)}]),
       "12": (.queue = ($q | pick([null, null, null, "QUEUED", "UNMERGEABLE"]))),
       "13": (.more = ($q % 6 == 0)),
       "14": (.lag = ($q % 6 == 0)),
       "15": (.cross = ($q % 6 == 0)),
       "16": (if $q % 9 == 0 then .state = ($q | pick(["MERGED", "CLOSED"])) else . end),
       "17": ({rows: [{name: "unit", id: $id, conclusion: "SUCCESS"}], threads: [],
         opinions: [], decision: null, draft: false, mergeable: "MERGEABLE",
         merge: "CLEAN", queue: null, more: false, lag: false} as $calm | . + $calm),
       "18": (.rows += [{context: "ext/ci", state: ($q | pick(["SUCCESS", "PENDING",
         "FAILURE"]))}] | .rows |= .[-6:])}["\($r % 19)"]
    end
  | .rows |= .[-6:] | .step += 1;

def start: {state: "OPEN", head: head, rows: [], threads: [], opinions: [], comments: [],
  mergeable: "MERGEABLE", merge: "CLEAN", draft: false, decision: null, queue: null,
  more: false, lag: false, cross: false, step: 1};

foreach range($n) as $k ({seed: $seed, facts: start};
  .r = (.seed | next) | .q = (.r | next) | .seed = .q
  | if .facts.state == "MERGED" then .facts = start + {step: .facts.step} else . end
  | .r as $r | .q as $q
  | .facts |= happen($r; $q);
  .facts as $facts
  | ($facts | if .lag then .oid = other_head else . end) as $seen
  | {facts: $facts, in: ($seen | (settled
      | if $k % 11 == 0 then .revision_at = now_ms - 60000 else . end) as $prior
      | look($prior; []))})

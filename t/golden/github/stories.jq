# The lines of local-gh.jsonl that a kind can answer, by name: look after look,
# the facts of each and the entries it must give; `is` holds of the last look's
# first entry.  $step and $prior (what each story's last look gave, by name): its
# inputs of that step.
include "pull";

def lint($conclusion): {rows: [{name: "lint", conclusion: $conclusion,
  status: (if $conclusion == null then "IN_PROGRESS" else "COMPLETED" end)}]};

def stories: [
  {name: "silent baseline", looks: [[{}, []]]},
  {name: "check completes", looks: [[lint(null), []], [lint("SUCCESS"), ["green", "ready"]]],
   is: {type: "github.check_suite.completed", severity: "record",
     data: {conclusion: "success", passed: 1, skipped: 0}}},
  {name: "new review", looks: [[{}, []],
     [{reviews: [{id: 31, state: "APPROVED", login: "carol"}]}, ["ready", "review:31"]],
     [{reviews: [{id: 31, state: "APPROVED", login: "carol"},
        {id: 32, state: "COMMENTED", login: "ann", ours: true}]}, ["ready"]]]},
  {name: "merge", looks: [[lint("SUCCESS"), []], [lint("SUCCESS") + {state: "MERGED"}, ["merged"]]],
   is: {type: "github.pull_request.closed", severity: "terminal"}},
  {name: "already merged at baseline (later version)",
   looks: [[{state: "MERGED"}, ["merged"]]], late: true,
   is: {type: "github.pull_request.closed", severity: "terminal"}},
  {name: "heal an old cursor", prior: {revision: head, revision_at: 0, cursor: {c: 0}},
   looks: [[{state: "MERGED"}, ["merged"]]]},
  {name: "same verdict on a new head", looks: [[lint("FAILURE"), ["red:lint"]],
     [lint("FAILURE") + {head: other_head},
      ["head:\(other_head):\(now_ms)", "red:lint"]]]},
  {name: "closed twice in one watch", looks: [[{}, []],
     [{state: "CLOSED", closed: "2026-11-30T15:40:00Z"}, ["closed"]],
     [{}, ["ready", "reopened:2026-11-30T15:40:00Z"]],
     [{state: "CLOSED", closed: "2026-11-30T15:50:00Z"}, ["closed:2026-11-30T15:40:00Z"]],
     [{}, ["ready", "reopened:2026-11-30T15:50:00Z"]],
     [{state: "MERGED", closed: "2026-11-30T15:55:00Z"}, ["merged:2026-11-30T15:50:00Z"]]]},
  {name: "rollup", looks: [[{}, []], [{rows: [{name: "a", conclusion: "SUCCESS"},
       {name: "b", conclusion: "FAILURE"}]}, ["red:b"]],
     [{rows: [{name: "a", conclusion: "SUCCESS"}, {name: "b", conclusion: "SKIPPED"},
       {name: "c", conclusion: "NEUTRAL"}]}, ["green", "ready"]],
     [{rows: [{name: "a", conclusion: "SUCCESS"}, {name: "b", conclusion: "STALE"},
       {name: "c", conclusion: "CANCELLED"}, {name: "d", conclusion: "TIMED_OUT"},
       {name: "e", conclusion: "ACTION_REQUIRED"}]},
      ["action:e", "cancelled:c", "red:b", "red:d"]]]}
];

# Ten minutes lie between two looks.
def later($step): now_ms + $step * 600000;

[stories[] | select(.looks[$step] != null)
 | .name as $name | .looks[$step] as [$facts, $keys]
 | ($prior[$name] // .prior // {revision: null, revision_at: null, cursor: null}) as $p
 | {name: $name, keys: ($keys | sort), last: (.looks | length == $step + 1),
    is: .is, late: .late, in: ($facts | look($p; []) | .now = later($step))}]

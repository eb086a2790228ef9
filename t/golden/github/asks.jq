# What is asked when the answers so far are these: {name, in, asks}, each of asks
# what one request must contain; variables are of its body.
include "pull";

def ok($name): {name: $name, conclusion: "SUCCESS"};
def cursor_at($cursor): settled | .cursor += $cursor;
def of($name; $facts; $cursor; $more; $asks):
  {name: $name, $asks, in: ($facts | cursor_at($cursor) as $p | look($p; $more))};
def with_end($what): .in.responses[0].body.data.s0.pullRequest |=
  if $what == "rows" then .commits.nodes[0].commit.checks.contexts.pageInfo.endCursor = "R1"
  else .reviewThreads.pageInfo.endCursor = "T1" end;
def first($names; $cursor): {now: now_ms, responses: [], subjects: [$names[]
  | {subject: "github:\(if .host then .host + "/" else "" end)\(.owner)/\(.repo)#\(.number)",
     names: ., config: {}, prior: {revision: null, revision_at: null, $cursor}, values: null}]};
def refused: {message: "Field 'isInMergeQueue' doesn't exist on type 'PullRequest'",
  extensions: {code: "undefinedField"}};
def answered($id; $body): answer($id; $body);
def no_checks($name; $facts; $cursor; $more; $asks):
  of($name; $facts; $cursor; $more; $asks) | may_not_read_checks;
def failing: {rows: [ok("a") + {conclusion: "FAILURE"}]};
def both: [
  {id: "runs:0", resource: "core",
   url: "https://api.github.com/repos/acme/widgets/actions/runs?head_sha=\(head)&per_page=100"},
  {id: "status:0",
   url: "https://api.github.com/repos/acme/widgets/commits/\(head)/status?per_page=100"}];

[
 {name: "one query for all", in: first([names, (names | .number = "8")]; null), asks: [
   {id: "pr", method: "POST", url: "https://api.github.com/graphql", resource: "graphql",
    covers: ["github:acme/widgets#7", "github:acme/widgets#8"],
    variables: {o0: "acme", r0: "widgets", n0: 7, o1: "acme", r1: "widgets", n1: 8}}]},
 {name: "a host of one's own", in: first([names | .host = "ghe.acme.example"]; null), asks: [
   {id: "pr", url: "https://ghe.acme.example/api/graphql"}]},
 {name: "data residency", in: first([names | .host = "acme.ghe.com"]; null), asks: [
   {id: "pr", url: "https://api.acme.ghe.com/graphql"}]},
 {name: "what refused yesterday is asked less", in: first([names]; {q: (now_ms - 3600000)}),
  asks: [{id: "less:pr"}]},
 {name: "and after a day all again", in: first([names]; {q: (now_ms - 90000000)}),
  asks: [{id: "pr"}]},
 (of("what refuses now is asked less"; {}; {}; []; [{id: "less:pr"}])
  | .in.responses[0].body = {errors: [refused]}),
 (of("what refuses that as well is asked no more"; {}; {};
   [answered("less:pr"; {errors: [refused]})]; []) | .in.responses[0].body = {errors: [refused]}),
 of("nothing new, nothing more"; {rows: [ok("a")], threads: [{id: "T1", resolved: true}]};
   {}; []; []),
 of("it has ended"; {state: "MERGED", rows: [ok("a")], more: true}; {}; []; []),
 (of("the next rows, by commit"; {rows: [ok("a")], more: true}; {}; []; [
   {id: "rows:0:1", variables: {o: "acme", r: "widgets", n: 7, oid: head, after: "R1"}}])
  | with_end("rows")),
 (of("rows of another commit are not followed"; {rows: [ok("a")], more: true, oid: other_head};
   {}; []; []) | with_end("rows")),
 (of("the rows after the next"; {rows: [ok("a")], more: true}; {}; [answer("rows:0:1"; {data:
   {repository: {object: {statusCheckRollup: {contexts: {nodes: [],
     pageInfo: {hasNextPage: true, endCursor: "R2"}}}}}}})]; [
   {id: "rows:0:2", variables: {after: "R2"}}]) | with_end("rows")),
 (of("a page that failed is not asked again"; {rows: [ok("a")], more: true}; {};
   [answer("rows:0:1"; "<html>")]; [{id: "rows:0:1"}]) | with_end("rows") | .asks = []),
 (of("the next threads"; {more_threads: true}; {}; []; [
   {id: "threads:0:1", variables: {o: "acme", r: "widgets", n: 7, after: "T1"}}])
  | with_end("threads")),
 of("whose thread it is"; {threads: [{id: "T1"}, {id: "T2", resolved: true}, {id: "T3"}]};
   {t: {T3: 0}}; []; [{id: "authors:0", variables: {ids: ["T1"]}}]),
 of("that is known"; {threads: [{id: "T1"}]}; {t: {T1: 1}}; []; []),
 of("asked, and not answered"; {threads: [{id: "T1"}]}; {}; [answer("authors:0"; "<html>")]; []),
 of("what the base requires"; {rows: [ok("a")], merge: "BLOCKED"}; {}; []; [
   {id: "required", variables: {o0: "acme", r0: "widgets", b0: "refs/heads/main"}}]),
 of("that is known for an hour"; {rows: [ok("a")], merge: "BLOCKED"};
   {req: {base: "main", at: (now_ms - 3500000), list: []}}; []; []),
 of("and then asked again"; {rows: [ok("a")], merge: "BLOCKED"};
   {req: {base: "main", at: (now_ms - 3700000), list: []}}; []; [{id: "required"}]),
 of("of another base"; {rows: [ok("a")], merge: "BLOCKED"};
   {req: {base: "next", at: now_ms, list: []}}; []; [{id: "required"}]),
 of("red explains the block"; {rows: [ok("a") + {conclusion: "FAILURE"}], merge: "BLOCKED"};
   {}; []; []),
 of("do they wait for approval"; {cross: true}; {}; []; [{id: "held:0", resource: "core",
   url: "https://api.github.com/repos/acme/widgets/actions/runs?head_sha=\(head)&event=pull_request&per_page=100"}]),
 of("asked once a head"; {cross: true}; {held: {oid: head, names: []}}; []; []),
 of("all of twenty comments are new: are there more?"; {comments: [range(30; 50) | {id: .}]};
   {c: 28}; []; [{id: "talk:0:1", variables: {o: "acme", r: "widgets", n: 7, comments: null}}]),
 of("and before those"; {comments: [range(130; 150) | {id: .}]}; {c: 28};
   [talk_page(1; [range(50; 150)]; true)];
   [{id: "talk:0:2", variables: {o: "acme", r: "widgets", n: 7, comments: "B50"}}]),
 of("until there are none"; {comments: [range(130; 150) | {id: .}]}; {c: 28};
   [talk_page(1; [range(50; 150)]; false)]; []),
 of("or what was seen is there"; {comments: [range(130; 150) | {id: .}]}; {c: 50};
   [talk_page(1; [range(50; 150)]; true)]; []),
 of("not after a page that failed"; {comments: [range(130; 150) | {id: .}]}; {c: 28};
   [answer("talk:0:1"; "<html>")]; []),
 of("not for ever"; {comments: [range(980; 1000) | {id: .}]}; {c: 28};
   [range(1; 9) as $k | talk_page($k; [range(1000 - $k * 100; 1100 - $k * 100)]; true)]; []),
 of("of reviews likewise"; {reviews: [range(30; 50) | {id: ., state: "COMMENTED"}]};
   {w: 28}; []; [{id: "talk:0:1", variables: {o: "acme", r: "widgets", n: 7, reviews: null}}]),
 of("but of none from before a time"; {reviews: [range(30; 50) | {id: ., state: "COMMENTED"}]};
   {w: 0, s: "2026-11-30T15:21:00Z"}; []; []),
 of("the first of twenty was seen"; {comments: [range(30; 50) | {id: .}]}; {c: 30}; []; []),
 of("at the first look nothing is new"; {comments: [range(30; 50) | {id: .}]}; {c: null}; []; []),
 (of("throttled: by REST"; {}; {}; []; [{id: "pull:0", resource: "core",
   url: "https://api.github.com/repos/acme/widgets/pulls/7"}])
  | .in.responses[0] += {body: "", status: null, error: {class: "rate_limited", brief: "x"}}),
 (of("by REST, its statuses"; {}; {}; [answer("pull:0"; {state: "open", head: {sha: head}})];
   [{id: "status:0", url: "https://api.github.com/repos/acme/widgets/commits/\(head)/status?per_page=100"}])
  | .in.responses[0].error = {class: "rate_limited", brief: "x"}),
 (of("by REST, a name that is no commit's"; {}; {};
   [answer("pull:0"; {state: "open", head: {sha: "../../../user/repos?\("x" * 40)"}})]; [])
  | .in.responses[0].error = {class: "rate_limited", brief: "x"}),
 (of("by REST not at each look"; {}; {d: (now_ms - 300000)}; []; [])
  | .in.responses[0].error = {class: "rate_limited", brief: "x"}),
 no_checks("checks that may not be read: by REST"; failing; {}; []; both),
 no_checks("of runs that do not pass, the jobs"; failing; {}; [answer("status:0"; {statuses: []}),
   runs_by_rest([{id: 1, conclusion: "success"}, {id: 2, workflow: 2, conclusion: "failure"},
     {id: 3, workflow: 3, conclusion: null}, {id: 4, workflow: 4, conclusion: "skipped"}])]; [
   {id: "jobs:0:3", url: "https://api.github.com/repos/acme/widgets/actions/runs/3/jobs?per_page=100"},
   {id: "jobs:0:2"}]),
 no_checks("of six runs at most, the newest"; failing; {}; [answer("status:0"; {statuses: []}),
   runs_by_rest([range(1; 9) | {id: ., workflow: ., conclusion: "failure"}])]; [
   range(8; 2; -1) | {id: "jobs:0:\(.)"}]),
 no_checks("and no more than that"; failing; {}; [answer("status:0"; {statuses: []}),
   runs_by_rest([{id: 2, conclusion: "failure"}]), jobs_by_rest(2; [])]; []),
 no_checks("where nothing fails nobody is asked"; {rows: [ok("a")]}; {}; []; []),
 no_checks("as it was, not at each look"; failing;
   {d: (now_ms - 600000), f: "FAILURE"}; []; []),
 no_checks("after ten minutes again"; failing; {d: (now_ms - 600001), f: "FAILURE"}; []; both),
 no_checks("and when the aggregate is another"; failing;
   {d: (now_ms - 60000), f: "PENDING"}; []; both),
 (no_checks("and of a new head"; failing; {d: (now_ms - 60000), f: "FAILURE"}; []; both)
  | .in.subjects[0].prior.revision = other_head),
 no_checks("a head that is no commit's name"; failing + {head: "../../../user/repos?\("x" * 40)"};
   {}; []; []),
 (of("a server that fails is not asked by REST"; {}; {}; []; [])
  | .in.responses[0].error = {class: "server", brief: "status 500"})
][]

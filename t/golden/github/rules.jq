# spec/github.md rule by rule, where no other's fault shows it: {name, in, keys},
# and what else its one result must contain.
include "pull";

def ok($name): {name: $name, conclusion: "SUCCESS"};
def young: settled | .revision_at = now_ms - 60000;
def graphql($id; $data): answer($id; {data: $data});
def required($contexts): graphql("required"; {s0: {ref: {branchProtectionRule: null,
  rules: {nodes: [{parameters: null}, {parameters: {requiredStatusChecks: $contexts}}]}}}});
def authors($list): graphql("authors:0"; {nodes: $list});
def author($id; $login; $ours): {__typename: "PullRequestReviewThread", id: $id,
  comments: {nodes: [{viewerDidAuthor: $ours, author: {login: $login}}]}};
def more_rows($k; $rows; $more): graphql("rows:0:\($k)"; {repository: {object: {oid: head,
  statusCheckRollup: {contexts: ($rows | map(row) | page($more))}}}});
def two_pages: {rows: [ok("a")], more: true, rollup: "SUCCESS"};
def throttled: {id: "pr", status: 200, header: {"x-ratelimit-remaining": "0",
  "x-ratelimit-reset": "1796055000"}, error: null, retry_at: null,
  body: {errors: [{type: "RATE_LIMITED", message: "API rate limit exceeded"}]}};
def rest($id; $body): answer($id; $body);
def pull_by_rest: {state: "open", merged_at: null, html_url: "https://github.example/p/7",
  title: "wheel", user: {login: "ann"}, head: {sha: head}, base: {ref: "main"},
  mergeable: true, mergeable_state: "clean"};

def of($name; $facts; $keys; $is):
  {name: $name, keys: $keys, is: $is, in: ($facts | settled as $p | look($p; []))};
def after($name; $facts; $cursor; $more; $keys; $is):
  {name: $name, keys: $keys, is: $is,
   in: ($facts | (settled | .cursor += $cursor) as $p | look($p; $more))};
def by_rest($name; $responses; $keys; $is):
  {name: $name, keys: $keys, is: $is,
   in: ({} | settled as $p | look($p; []) | .responses = [throttled] + $responses)};
def refused($name; $facts; $more; $keys; $is):
  after($name; $facts; {}; $more; $keys; $is) | may_not_read_checks;
def one_red: jobs_by_rest(9; [{id: 1, name: "build", conclusion: "failure"},
  {id: 2, name: "lint", conclusion: "success"}]);

[
 # 2.3 twins
 of("twins of one trigger both live"; {rows: [
   {name: "scan", id: 1, suite: 1, conclusion: "FAILURE", started: "2026-11-30T15:00:00Z"},
   {name: "scan", id: 2, suite: 2, conclusion: "SUCCESS", started: "2026-11-30T15:00:02Z"}]};
   ["red:scan"]; {}),
 of("three seconds later it is another trigger"; {rows: [
   {name: "scan", id: 1, suite: 1, conclusion: "FAILURE", started: "2026-11-30T15:00:00Z"},
   {name: "scan", id: 2, suite: 2, conclusion: "SUCCESS", started: "2026-11-30T15:00:03Z"}]};
   ["green", "ready"]; {}),
 of("a cancelled twin is no twin"; {rows: [
   {name: "scan", id: 1, suite: 1, conclusion: "CANCELLED", started: "2026-11-30T15:00:00Z"},
   {name: "scan", id: 2, suite: 2, conclusion: "SUCCESS", started: "2026-11-30T15:00:00Z"}]};
   ["green", "ready"]; {}),
 of("a skipped namesake hides no failure"; {rows: [
   {name: "ci", id: 1, conclusion: "FAILURE"}, {name: "ci", id: 2, conclusion: "SKIPPED"}]};
   ["red:ci"]; {}),
 of("namesakes that overlap in one suite both live"; {rows: [
   {name: "ci", id: 1, conclusion: "FAILURE", completed: "2026-11-30T15:05:00Z"},
   {name: "ci", id: 2, conclusion: "SUCCESS", started: "2026-11-30T15:04:00Z"}]};
   ["red:ci"]; {}),
 of("a second attempt in one suite supersedes"; {rows: [
   {name: "ci", id: 1, conclusion: "FAILURE", completed: "2026-11-30T15:05:00Z"},
   {name: "ci", id: 2, conclusion: "SUCCESS", started: "2026-11-30T15:06:00Z"}]};
   ["green", "ready"]; {}),
 of("equal names of two apps are two checks"; {rows: [
   {name: "ci", id: 1, app: 1, conclusion: "FAILURE"},
   {name: "ci", id: 2, app: 2, conclusion: "SUCCESS"}]}; ["red:ci"]; {}),
 of("a status and a check of one name are two"; {rows: [
   {context: "ci", state: "FAILURE"}, {name: "ci", id: 9, conclusion: "SUCCESS"}]};
   ["red:ci"]; {}),
 of("of two statuses the newest counts"; {rows: [
   {context: "ci", state: "FAILURE", created: "2026-11-30T15:00:00Z"},
   {context: "ci", state: "SUCCESS", created: "2026-11-30T15:01:00Z"}], rollup: "SUCCESS"};
   ["green", "ready"]; {}),
 of("red is critical where it was ready"; {rows: [{name: "ci", conclusion: "FAILURE"}]};
   ["red:ci"]; {entries: [{raises: {ready: "critical"}, brief: "CI / ci failed",
     type: "github.check_suite.completed"}]}),
 # 2.4 the aggregate
 of("the aggregate pends and no row does"; {rows: [ok("a")], rollup: "PENDING"}; []; {}),
 of("the aggregate expects and no row does"; {rows: [ok("a")], rollup: "EXPECTED"}; []; {}),
 of("the aggregate fails and no row does"; {rows: [ok("a")], rollup: "FAILURE"}; []; {}),
 of("rows without an aggregate"; {rows: [ok("a")], rollup: null}; []; {}),
 of("an aggregate of a new word"; {rows: [ok("a")], rollup: "FINE"}; []; {}),
 (of("the operator's context alone decides"; {rows: [{name: "a", conclusion: "FAILURE"},
   {context: "PR Readiness", state: "SUCCESS"}]}; ["green", "ready"]; {})
  | .in.subjects[0].config = {aggregate: "PR Readiness"}),
 (of("the operator's context fails, rows give names"; {rows: [
   {name: "a", conclusion: "FAILURE"}, {context: "PR Readiness", state: "FAILURE"}]};
   ["red:PR Readiness", "red:a"]; {}) | .in.subjects[0].config = {aggregate: "PR Readiness"}),
 (of("the operator's context has not spoken"; {rows: [ok("a")]}; []; {})
  | .in.subjects[0].config = {aggregate: "PR Readiness"}),
 # 2.5 mergeability
 of("in conflict"; {mergeable: "CONFLICTING", merge: "DIRTY"}; ["conflict"];
   {entries: [{severity: "immediate", resets_on: "revision"}]}),
 of("dirty is a conflict though mergeable is not known"; {mergeable: "UNKNOWN", merge: "DIRTY"};
   ["conflict"]; {}),
 of("unknown is neither"; {mergeable: "UNKNOWN", merge: "UNKNOWN"}; [];
   {complete: false, cursor: {u: now_ms}}),
 after("unknown for ten minutes is said"; {mergeable: "UNKNOWN", merge: "UNKNOWN"};
   {u: (now_ms - 600000)}; []; ["unknown:mergeable"]; {cursor: {u: (now_ms - 600000)}}),
 of("unstable is ready"; {rows: [ok("a")], merge: "UNSTABLE"}; ["green", "ready"]; {}),
 of("behind is said, to be read some day"; {rows: [ok("a")], merge: "BEHIND"};
   ["behind", "green", "ready"]; {}),
 of("a state of a new word is not ready"; {rows: [ok("a")], merge: "PERHAPS"}; ["green"]; {}),
 # 2.6 empty, required, held
 {name: "no checks on a young head", keys: [], is: {}, in: ({} | young as $p | look($p; []))},
 {name: "green on a young head, one required", keys: ["green", "ready"], is: {},
  in: ({rows: [ok("a") + {required: true}]} | young as $p | look($p; []))},
 {name: "green on a young head, none required", keys: [], is: {},
  in: ({rows: [ok("a")]} | young as $p | look($p; []))},
 of("all skipped: ready, and the brief says so"; {rows: [{name: "a", conclusion: "SKIPPED"}]};
   ["ready"]; {entries: [{brief: "ready: 0 passed, 1 skipped"}]}),
 of("no checks: ready, and the brief says so"; {}; ["ready"];
   {entries: [{brief: "ready: no checks"}]}),
 of("the required ones pass, another pends"; {rows: [ok("a") + {required: true},
   {name: "b", conclusion: null, status: "QUEUED"}]}; ["ready"]; {}),
 of("the required ones pass, another fails: no ready beside a red"; {rows: [
   ok("a") + {required: true}, {name: "b", conclusion: "FAILURE"}], merge: "UNSTABLE"};
   ["red:b"]; {}),
 of("a required one is cancelled"; {rows: [ok("a"),
   {name: "b", conclusion: "CANCELLED", required: true}]}; ["cancelled:b"]; {}),
 after("a required one was never reported"; {rows: [ok("a")], merge: "BLOCKED"}; {};
   [required([{context: "a", integrationId: null}, {context: "e2e", integrationId: null}])];
   ["green", "missing:e2e"]; {cursor: {req: {base: "main", at: now_ms,
     list: [["a", null], ["e2e", null]]}}}),
 after("a row of another app is no answer"; {rows: [ok("e2e")], merge: "BLOCKED"}; {};
   [required([{context: "e2e", integrationId: 7}])]; ["green", "missing:e2e"]; {}),
 after("all required are there, and it is blocked"; {rows: [ok("a")], merge: "BLOCKED"}; {};
   [required([{context: "a", integrationId: 15368}])]; ["blocked", "green"]; {}),
 after("what is required is known from an hour ago"; {rows: [ok("a")], merge: "BLOCKED"};
   {req: {base: "main", at: (now_ms - 3500000), list: [["e2e", null]]}}; [];
   ["green", "missing:e2e"]; {}),
 after("another base requires other things"; {rows: [ok("a")], merge: "BLOCKED"};
   {req: {base: "next", at: now_ms, list: [["e2e", null]]}}; []; ["blocked", "green"]; {}),
 after("missing, though a review explains the block: not ready"; {rows: [ok("a")],
   merge: "BLOCKED", decision: "REVIEW_REQUIRED"}; {};
   [required([{context: "e2e", integrationId: null}])]; ["green", "missing:e2e"]; {}),
 of("blocked while something runs is no news"; {rows: [ok("a"),
   {name: "b", conclusion: null, status: "IN_PROGRESS"}], merge: "BLOCKED"}; []; {}),
 of("a review explains the block: ready for a reviewer"; {rows: [ok("a")],
   merge: "BLOCKED", decision: "REVIEW_REQUIRED"}; ["green", "ready"];
   {entries: [{key: "ready", brief: "ready: 1 passed, to be reviewed"}]}),
 of("from elsewhere, no checks, not asked yet: not ready"; {cross: true}; []; {}),
 after("from elsewhere, no checks: they wait for approval"; {cross: true}; {};
   [rest("held:0"; {workflow_runs: [{status: "completed", conclusion: "action_required",
     name: "CI"}]})]; ["action:CI"]; {cursor: {held: {oid: head, names: ["CI"]}}}),
 after("from elsewhere, no checks, none waits"; {cross: true}; {};
   [rest("held:0"; {workflow_runs: []})]; ["ready"]; {cursor: {held: {oid: head, names: []}}}),
 after("asked once for a head"; {cross: true}; {held: {oid: head, names: ["CI"]}}; [];
   ["action:CI"]; {}),
 after("another head is asked anew"; {cross: true}; {held: {oid: other_head, names: []}}; [];
   []; {}),
 # 2.7 the queue
 of("queued: neither ready nor blocked"; {rows: [ok("a")], merge: "BLOCKED", queue: "QUEUED"};
   ["green", "queued"]; {entries: [{key: "queued", ended_type: "github.pull_request.dequeued"}]}),
 of("the queue cannot merge it"; {rows: [ok("a")], queue: "UNMERGEABLE"};
   ["green", "queue:unmergeable", "queued"]; {}),
 (of("no checks begin in the queue"; {rows: [ok("a")], queue: "AWAITING_CHECKS"};
   ["green", "queue:stuck", "queued"]; {}) | .in.responses[0].body.data.s0.pullRequest
     .mergeQueueEntry.enqueuedAt = "2026-11-30T15:47:59Z"),
 of("checks may still begin in the queue"; {rows: [ok("a")], queue: "AWAITING_CHECKS"};
   ["green", "queued"]; {}),
 # 2.8 reviews, threads, comments
 of("a dismissed request is none"; {opinions: [{login: "rita", state: "DISMISSED"}]};
   ["ready"]; {}),
 of("a request for changes without a rule"; {opinions: [{login: "rita",
   state: "CHANGES_REQUESTED"}]}; ["changes_requested:rita"];
   {entries: [{resets_on: "absence"}]}),
 of("a decision without its review"; {decision: "CHANGES_REQUESTED"}; []; {}),
 of("a decision of a new word"; {decision: "PERHAPS"}; []; {}),
 of("an approval of another commit"; {opinions: [{login: "rita", state: "APPROVED",
   oid: other_head}]}; ["ready", "stale:rita"]; {}),
 of("a thread of we do not know whom"; {threads: [{id: "T1"}]}; ["thread:T1"];
   {cursor: {c: 0}, entries: [{ended_type: "github.pull_request_review_thread.resolved",
     resets_on: "absence", brief: "unresolved thread at wheel.c:7"}]}),
 after("a thread of our own hinders nothing"; {threads: [{id: "T1"}]}; {};
   [authors([author("T1"; "ann"; true)])]; ["ready"]; {cursor: {t: {T1: 1}}}),
 after("our own thread explains the block"; {rows: [ok("a")], merge: "BLOCKED",
   threads: [{id: "T1"}]}; {t: {T1: 1}}; []; ["green", "ready"]; {}),
 after("a thread of somebody else"; {threads: [{id: "T1", outdated: true}]}; {};
   [authors([author("T1"; "rita"; false)])]; ["thread:T1"]; {cursor: {t: {T1: 0}},
   entries: [{brief: "unresolved thread at wheel.c:7 by rita (outdated)"}]}),
 after("a thread that is resolved is forgotten"; {threads: [{id: "T1", resolved: true}]};
   {t: {T1: 0}}; []; ["ready"]; {}),
 after("comments that are new, but not our own"; {comments: [{id: 5}, {id: 7}, {id: 8, ours: true},
   {id: 9, minimized: true}]}; {c: 5}; []; ["comment:7", "ready"]; {cursor: {c: 9}}),
 {name: "what was said before the first look is no news", keys: [],
  is: {cursor: {c: 7, w: 31}}, in: ({comments: [{id: 7}],
    reviews: [{id: 31, state: "COMMENTED"}]}
    | look({revision: null, revision_at: null, cursor: null}; []))},
 after("more was said than the last twenty"; {comments: [range(30; 50) | {id: .}]}; {c: 28};
   [graphql("talk:0:1"; {repository: {pullRequest: {comments: {nodes: [range(27; 50)
     | {fullDatabaseId: "\(.)", createdAt: "2026-11-30T15:20:00Z", isMinimized: false,
        viewerDidAuthor: false, author: {login: "bob"}}]}, reviews: {nodes: []}}}})];
   ([range(29; 50) | "comment:\(.)"] + ["ready"]); {cursor: {c: 49, w: 0}}),
 after("and more than the last hundred"; {comments: [range(130; 150) | {id: .}]}; {c: 28};
   [talk_page(1; [range(50; 150)]; true), talk_page(2; [range(29; 50)]; false)];
   ["comment:50", "comment:29", "ready"]; {cursor: {c: 149, w: 0}}),
 after("a page of them that failed is read again"; {comments: [range(130; 150) | {id: .}]};
   {c: 28}; [talk_page(1; [range(50; 150)]; true), answer("talk:0:2"; "<html>")];
   ["comment:50", "ready"]; {cursor: {c: 28, w: 0}}),
 after("and where none was read, too"; {comments: [range(130; 150) | {id: .}]}; {c: 28}; [];
   ([range(130; 150) | "comment:\(.)"] + ["ready"]); {cursor: {c: 28, w: 0}}),
 after("what is too much is said"; {comments: [range(980; 1000) | {id: .}]}; {c: 28};
   [range(1; 9) as $k | talk_page($k; [range(1000 - $k * 100; 1100 - $k * 100)]; true)];
   ([range(200; 1000; 100) | "comment:\(.)"] + ["ready", "unread:comments:200"]);
   {cursor: {c: 999, w: 0}, entries: [{key: "unread:comments:200", severity: "record",
     type: "github.issue_comment.created", data: {left: 200},
     brief: "up to 200 comments before the last 800 could not be shown"}]}),
 after("of required contexts that are too many nothing is kept"; {rows: [ok("a")],
   merge: "BLOCKED"}; {};
   [required([range(60) | {context: "\(.) \("x" * 120)", integrationId: null}])];
   (["green"] + [range(60) | "missing:\(.) \("x" * 120)"]); {cursor: {c: 0}}),
 after("what was said is told with its time"; {comments: [{id: 7}], reviews: [{id: 3,
   state: "COMMENTED"}]}; {}; []; ["comment:7", "ready", "review:3"]; {entries: [
   {key: "comment:7", at: "2026-11-30T15:20:00Z", data: {action: "created", actor: "bob"}},
   {key: "review:3", at: "2026-11-30T15:21:00Z", brief: "carol reviewed"}]}),
 after("a review that is only begun is none"; {reviews: [{id: 3, state: "PENDING"}]}; {}; [];
   ["ready"]; {}),
 of("a draft"; {draft: true, rows: [ok("a")], merge: "BLOCKED"}; ["green"]; {}),
 # pages
 after("a second page that is there"; two_pages; {}; [more_rows(1; [ok("b")]; false)];
   ["green", "ready"]; {entries: [{key: "ready", brief: "ready: 2 passed"}]}),
 after("a red on a second page"; two_pages + {rollup: "FAILURE"}; {};
   [more_rows(1; [{name: "b", conclusion: "FAILURE"}]; false)]; ["red:b"]; {}),
 after("a third page that is not there"; two_pages; {}; [more_rows(1; [ok("b")]; true)];
   []; {complete: false}),
 after("a third page that is"; two_pages; {}; [more_rows(1; [ok("b")]; true),
   more_rows(2; [ok("c")]; false)]; ["green", "ready"]; {}),
 after("a second page that failed"; two_pages; {};
   [more_rows(1; [ok("b")]; false) | .body = "<html>" | .status = 502]; []; {complete: false}),
 after("threads on a second page that is no object"; {threads: [], more_threads: true}; {};
   [graphql("threads:0:1"; "none")]; []; {complete: false}),
 after("threads on a second page"; {threads: [], more_threads: true}; {};
   [graphql("threads:0:1"; {repository: {pullRequest: {reviewThreads: ([{id: "T2",
     isResolved: false, isOutdated: false, path: "a.c", line: null}] | page(false))}}})];
   ["thread:T2"]; {complete: true, entries: [{brief: "unresolved thread at a.c"}]}),
 after("what is required could not be read"; {rows: [ok("a")], merge: "BLOCKED"}; {};
   [answer("required"; "<html>")]; ["blocked", "green"]; {}),
 after("what is required may not be read"; {rows: [ok("a")], merge: "BLOCKED"}; {};
   [answer("required"; {data: {s0: null}, errors: [{type: "FORBIDDEN", path: ["s0"]}]})];
   ["blocked", "green"]; {}),
 after("whose threads they are could not be read"; {threads: [{id: "T1"}]}; {};
   [answer("authors:0"; "<html>")]; ["thread:T1"]; {}),
 after("whether they wait could not be read"; {cross: true}; {};
   [answer("held:0"; "<html>")]; []; {}),
 after("a red on the first page of two"; two_pages + {rows: [{name: "a", conclusion: "FAILURE"}]};
   {}; []; ["red:a"]; {complete: false}),
 # errors
 (of("an error of a part"; {rows: [{name: "a", conclusion: "FAILURE"}]}; ["red:a"];
   {complete: false}) | .in.responses[0].body.errors = [{type: "INTERNAL", message: "x",
     path: ["s0", "pullRequest", "comments"]}]),
 (of("too heavy for one"; {rows: [ok("a")]}; []; {too_heavy: true, error: {class: "server"}})
  | .in.responses[0].body.errors = [{type: "RESOURCE_LIMITS_EXCEEDED", message: "x",
     path: ["s0", "pullRequest", "commits"]}]),
 (of("an alias that is not there"; {}; []; {error: {class: "malformed"}, complete: false})
  | .in.responses[0].body.data = {}),
 (of("an answer of another shape"; {}; []; {error: {class: "malformed"}, complete: false})
  | .in.responses[0].body.data.s0.pullRequest.reviewThreads.nodes = ["no", "thread"]
  | .in.responses[0].body.data.s0.pullRequest.commits.nodes = "none"),
 (of("a host without what is asked"; {}; []; {error: {class: "server"}, complete: false})
  | .in.responses[0].body = {errors: [{message: "Field 'x' doesn't exist on type 'PullRequest'",
     extensions: {code: "undefinedField"}}]}),
 (of("a host that knows less, and what has ended there"; {state: "CLOSED"}; ["closed"];
   {cursor: {q: now_ms}}) | .in.responses = [(.in.responses[0] | .body = {errors: [{
     message: "Field 'x' doesn't exist on type 'PullRequest'"}]}),
     (.in.responses[0] | .id = "less:pr")]),
 (of("a host that knows less"; {rows: [ok("a")]}; ["green", "ready"]; {cursor: {q: 1796054300000}})
  | .in.subjects[0].prior.cursor.q = 1796054300000 | .in.responses[0].id = "less:pr"),
 (of("a host that may know more in a minute"; {rows: [ok("a")]}; ["green", "ready"];
   {recheck_at: (now_ms + 60000)})
  | .in.subjects[0].prior.cursor.q = now_ms - 86340000 | .in.responses[0].id = "less:pr"),
 # REST alone
 by_rest("throttled, and not read by REST"; []; []; {error: {class: "rate_limited",
   retry_at: 1796055001000}}),
 by_rest("by REST nothing is ready"; [rest("pull:0"; pull_by_rest),
   rest("status:0"; {state: "success", total_count: 0, statuses: []})]; [];
   {complete: false, throttled_until: 1796055001000, cursor: {d: now_ms}}),
 by_rest("by REST a status is red"; [rest("pull:0"; pull_by_rest),
   rest("status:0"; {state: "failure", total_count: 1, statuses: [{context: "ext/ci",
     state: "failure", target_url: "https://ci.example/1"}]})]; ["red:ext/ci"]; {}),
 by_rest("by REST it is in conflict"; [rest("pull:0"; pull_by_rest
   + {mergeable: false, mergeable_state: "dirty"})]; ["conflict"]; {}),
 by_rest("by REST it is merged"; [rest("pull:0"; pull_by_rest + {state: "closed",
   merged_at: "2026-11-30T15:59:00Z", closed_at: "2026-11-30T15:59:00Z"})]; ["merged"]; {}),
 by_rest("by REST, and the status is no JSON"; [rest("pull:0"; pull_by_rest),
   rest("status:0"; "<html>")]; []; {complete: false}),
 by_rest("by REST it is no pull request"; [rest("pull:0"; "<html>")]; [];
   {complete: false, error: {class: "malformed"}}),
 by_rest("REST fails as well"; [rest("pull:0"; null) | .status = 500
   | .error = {class: "server", brief: "status 500"}]; [];
   {error: {class: "rate_limited", retry_at: 1796055001000}}),
 # 1.4 checks that the token may not read
 refused("what may not be read is neither green nor ready"; {rows: [ok("a")]}; [];
   []; {complete: false, settled: false, cursor: {c: 0, w: 0},
     recheck_at: (now_ms + 3600000)}),
 refused("a status may be read"; {rows: [ok("a"), {context: "old", state: "ERROR"}]}; [];
   ["red:old"]; {complete: false}),
 refused("a job that failed is red"; {rows: [{name: "a", conclusion: "FAILURE"}]};
   [runs_by_rest([{id: 9, conclusion: "failure"}]), one_red]; ["red:build"];
   {complete: false, settled: false, cursor: {d: now_ms, f: "FAILURE"}, entries: [{
     brief: "CI / build failed", raises: {ready: "critical"},
     data: {conclusion: "failure", name: "build", url: "https://github.example/job/1"}}]}),
 refused("a status is red by REST"; {rows: [{name: "a", conclusion: "FAILURE"}]};
   [runs_by_rest([]), answer("status:0"; {statuses: [{context: "old", state: "failure",
     created_at: "2026-11-30T15:00:00Z"}]})]; ["red:old"]; {}),
 refused("all that may be read passes, and that is not ready"; {rows: [ok("a")],
   rollup: "PENDING"}; [runs_by_rest([{id: 9, conclusion: "success"}]),
   answer("status:0"; {statuses: [{context: "old", state: "success",
     created_at: "2026-11-30T15:00:00Z"}]})]; []; {complete: false}),
 refused("a newer run of one workflow supersedes"; {rows: [ok("a")], rollup: "PENDING"};
   [runs_by_rest([{id: 9, conclusion: "failure"},
     {id: 10, conclusion: "success", started: "2026-11-30T15:10:00Z"}]), one_red]; []; {}),
 refused("its twin does not"; {rows: [ok("a")], rollup: "FAILURE"};
   [runs_by_rest([{id: 9, conclusion: "failure"},
     {id: 10, conclusion: "success", started: "2026-11-30T15:00:02Z"}]), one_red];
   ["red:build"]; {}),
 refused("of another event it is another"; {rows: [ok("a")], rollup: "FAILURE"};
   [runs_by_rest([{id: 9, conclusion: "failure", event: "push"},
     {id: 10, conclusion: "success", started: "2026-11-30T15:10:00Z"}]), one_red];
   ["red:build"]; {}),
 refused("what REST says may be anything"; {rows: [ok("a")], rollup: "FAILURE"};
   [answer("runs:0"; {workflow_runs: [7, {id: "x"}, {id: 9, run_started_at: 5}]}),
    answer("status:0"; {statuses: {a: 1}}), answer("jobs:0:9"; {jobs: [null, {name: "b"}]})];
   ["unknown:b"]; {complete: false}),
 refused("REST may not read them either"; {rows: [ok("a")], rollup: "FAILURE"};
   [answer("runs:0"; {message: "no"}) | .status = 403
    | .error = {class: "auth", brief: "status 403"}]; [];
   {complete: false, cursor: {d: now_ms, f: "FAILURE"}}),
 refused("where it is blocked, nobody knows by what"; {rows: [ok("a")], merge: "BLOCKED"}; [];
   []; {complete: false}),
 (refused("nor where not even the aggregate may be read"; {rows: [ok("a")],
   merge: "BLOCKED"}; []; []; {complete: false})
  | .in.responses[0].body |= (.errors[0].path |= .[:7]
    | .data.s0.pullRequest.commits.nodes[0].commit |= (.rollup = null | .checks = null))),
 (refused("asked not long ago"; {rows: [ok("a")], rollup: "FAILURE"}; []; [];
   {cursor: {d: 1796054100000, f: "FAILURE"}, recheck_at: 1796054700001})
  | .in.subjects[0].prior.cursor += {d: 1796054100000, f: "FAILURE"}),
 (refused("at a first look nothing is absent"; {rows: [ok("a")]}; []; [];
   {complete: true, settled: false, cursor: {c: 0, w: 0}})
  | .in.subjects[0].prior = {revision: null, revision_at: null, cursor: null}),
 (refused("but for what could not be read otherwise"; {rows: [ok("a")]}; []; [];
   {complete: false})
  | .in.subjects[0].prior = {revision: null, revision_at: null, cursor: null}
  | .in.responses[0].body.errors += [{type: "INTERNAL", message: "x",
      path: ["s0", "pullRequest", "reviewThreads"]}]),
 refused("it has ended all the same"; {state: "MERGED", rows: [ok("a")]}; [];
   ["merged"]; {})
][]
| .keys |= sort

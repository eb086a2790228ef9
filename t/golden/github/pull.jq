# A pull request as GraphQL tells it, of the few facts that a case is about.

def head: "a1b2c3d4" * 5;
def other_head: "0f0e0d0c" * 5;

# {name, conclusion, status, id, suite, workflow, event, app, required, started,
# completed}, or {context, state, created, required}
def row:
  if has("context") then
    {__typename: "StatusContext", context, state, targetUrl: null,
     createdAt: (.created // "2026-11-30T15:00:00Z"), isRequired: (.required // false)}
  else
    {__typename: "CheckRun", databaseId: (if has("id") then .id else 1 end), name,
     status: (if has("status") then .status else "COMPLETED" end), conclusion,
     startedAt: (if has("started") then .started else "2026-11-30T15:00:00Z" end),
     completedAt: (if has("completed") then .completed else "2026-11-30T15:05:00Z" end),
     detailsUrl: null, isRequired: (.required // false),
     checkSuite: {databaseId: (.suite // 1),
       app: {databaseId: (.app // 15368), slug: "github-actions"},
       workflowRun: {databaseId: (.suite // 1), event: (.event // "pull_request"),
         workflow: {databaseId: (.workflow // 100), name: "CI"}}}}
  end;

# What GitHub says of all rows together.
def aggregate:
  if . == [] then null
  else
    {state: (if any(.[]; .conclusion == "FAILURE" or .state == "FAILURE"
        or .state == "ERROR" or .conclusion == "CANCELLED"
        or .conclusion == "TIMED_OUT" or .conclusion == "ACTION_REQUIRED"
        or .conclusion == "STARTUP_FAILURE" or .conclusion == "STALE") then "FAILURE"
      elif any(.[]; (.conclusion == null and .context == null)
        or .state == "PENDING" or .state == "EXPECTED") then "PENDING"
      else "SUCCESS" end)}
  end;

def page($more):
  {totalCount: length, pageInfo: {hasNextPage: $more, endCursor: null}, nodes: .};

def pull:
  . as $facts
  | ([.rows // [] | .[] | row]) as $rows
  | (if has("rollup") then .rollup | if . == null then null else {state: .} end
     else $rows | aggregate end) as $rollup
  | {title: "turn the wheel", url: "https://github.example/acme/widgets/pull/7",
     state: (.state // "OPEN"), isDraft: (.draft // false),
     mergedAt: (if .state == "MERGED" then .closed // "2026-11-30T15:30:00Z" else null end),
     closedAt: (if .state == "MERGED" or .state == "CLOSED"
       then .closed // "2026-11-30T15:30:00Z" else null end),
     baseRefName: "main", headRefOid: (if has("head") then .head else head end),
     isCrossRepository: (.cross // false), mergeable: (.mergeable // "MERGEABLE"),
     mergeStateStatus: (.merge // "CLEAN"), reviewDecision: .decision,
     author: {login: "ann"}, isInMergeQueue: (.queue != null),
     mergeQueueEntry: (.queue | if . == null then null else
       {state: ., enqueuedAt: "2026-11-30T15:59:00Z", headCommit: null} end),
     latestOpinionatedReviews: {pageInfo: {hasNextPage: false}, nodes: [
       .opinions // [] | .[] | {state, author: {login},
         commit: {oid: (.oid // $facts.head // head)}}]},
     comments: {nodes: [.comments // [] | .[] | {fullDatabaseId: "\(.id)",
       createdAt: "2026-11-30T15:20:00Z", isMinimized: (.minimized // false),
       viewerDidAuthor: (.ours // false), author: {login: (.login // "bob")}}]},
     reviews: {nodes: [.reviews // [] | .[] | {fullDatabaseId: "\(.id)", state,
       submittedAt: "2026-11-30T15:21:00Z", viewerDidAuthor: (.ours // false),
       author: {login: (.login // "carol")}}]},
     commits: {nodes: [{commit: {oid: (.oid // (if has("head") then .head else head end)),
       rollup: $rollup,
       checks: (if $rows == [] then null
         else {contexts: ($rows | page($facts.more // false))} end)}}]},
     reviewThreads: ([.threads // [] | .[] | {id, isResolved: (.resolved // false),
       isOutdated: (.outdated // false), path: "wheel.c", line: 7}]
       | page($facts.more_threads // false))};

def names: {owner: "acme", repo: "widgets", number: "7"};

def answer($id; $body):
  {$id, status: 200, header: {}, $body, error: null, retry_at: null, not_after: null,
   hash: "", truncated: false};

# 2026-11-30T16:00:00Z
def now_ms: 1796054400000;

# observe's input: a pull request of these facts after that prior.
def look($prior; $more):
  {now: now_ms, subjects: [{subject: "github:acme/widgets#7", names: names,
     config: {}, prior: $prior, values: null}],
   responses: ([answer("pr"; {data: {s0: {nameWithOwner: "acme/widgets",
     pullRequest: pull}}})] + $more)};

# Its head has been there for an hour.
def settled:
  {revision: (if has("head") then .head else head end),
   revision_at: (now_ms - 3600000), cursor: {c: 0, w: 0}};

# Its checks may not be read: rows of CheckRuns are null, each with an error.
def may_not_read_checks:
  .in.responses[0].body |= (.errors = [{type: "FORBIDDEN",
      message: "Resource not accessible by personal access token",
      path: ["s0", "pullRequest", "commits", "nodes", 0, "commit", "checks", "contexts",
        "nodes", 0]}]
    | .data.s0.pullRequest.commits.nodes[0].commit.checks.contexts.nodes
      |= map(if .__typename == "CheckRun" then null else . end));

# Its runs as REST lists them, of {id, conclusion, workflow, event, started}.
def runs_by_rest($runs):
  answer("runs:0"; {total_count: ($runs | length), workflow_runs: [$runs[]
    | {id, name: "CI", workflow_id: (.workflow // 100), check_suite_id: .id,
       event: (.event // "pull_request"), status: "completed", conclusion,
       run_started_at: (.started // "2026-11-30T15:00:00Z")}]});

# The jobs of a run, of {id, name, conclusion}.
def jobs_by_rest($run; $jobs):
  answer("jobs:0:\($run)"; {total_count: ($jobs | length), jobs: [$jobs[]
    | {id, name, status: "completed", conclusion, started_at: "2026-11-30T15:00:00Z",
       completed_at: "2026-11-30T15:05:00Z", html_url: "https://github.example/job/\(.id)"}]});

# Page $k of its comments, with these ids, from the last back.
def talk_page($k; $ids; $more):
  answer("talk:0:\($k)"; {data: {repository: {pullRequest: {comments: {totalCount: 1000,
    pageInfo: {hasPreviousPage: $more, startCursor: "B\($ids[0])"},
    nodes: [$ids[] | {fullDatabaseId: "\(.)", createdAt: "2026-11-30T15:20:00Z",
      isMinimized: false, viewerDidAuthor: (. != $ids[0]), author: {login: "bob"}}]}}}}});

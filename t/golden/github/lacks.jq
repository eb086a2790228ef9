# Inputs of walk.jq, each with one thing gone that its readiness hangs on: a line
# for each, {what, in}.  No such answer may say ready.
def pull_path: ["responses", 0, "body", "data", "s0", "pullRequest"];
def commit_path: pull_path + ["commits", "nodes", 0, "commit"];
def contexts_path: commit_path + ["checks", "contexts"];

def gone($last): [
  ([] + pull_path),
  (("state", "isDraft", "mergeable", "mergeStateStatus", "headRefOid", "reviewDecision",
    "commits", "latestOpinionatedReviews", "reviewThreads") | pull_path + [.]),
  (("oid", "rollup", "checks") | commit_path + [.]),
  (("nodes", "pageInfo") | contexts_path + [.]),
  (("nodes", "pageInfo") | pull_path + ["reviewThreads", .]),
  (pull_path + ["latestOpinionatedReviews", "nodes"]),
  (("status", "conclusion") | contexts_path + ["nodes", $last, .]),
  (contexts_path + ["nodes", $last]),
  ["responses", 0, "body"], ["responses", 0, "body", "data"],
  ["responses", 0, "body", "data", "s0"]];

def with_more: setpath(contexts_path + ["pageInfo", "hasNextPage"]; true);
def with_threads: setpath(pull_path + ["reviewThreads", "pageInfo", "hasNextPage"]; true);
def with_error($path): .responses[0].body.errors = [{path: $path, type: "INTERNAL",
  message: "something broke"}];
def failed($status): .responses[0] += {status: $status, body: "<html>",
  error: {class: "server", brief: "status \($status)"}};

.in as $in | select($in.responses[0].body.data.s0.pullRequest.state == "OPEN")
| (($in | getpath(contexts_path + ["nodes"])) // []) as $rows
| ($rows | length - 1) as $last
| (gone($last)[] as $path
   # where there are no checks, those of a row cannot go, nor can the word of all
   | select($rows != [] or ($path[:9] != commit_path[:9]) or ($path | length) < 10
       or $path[9] == "oid")
   # a status has no conclusion; of checks that are not required, only all count
   | select($path[-1] | . != "conclusion" and . != "status"
       or ($rows[$last].__typename == "CheckRun"
         and ($rows[$last].isRequired or all($rows[]; .isRequired | not))))
   # no decision is one too
   | select($path[-1] != "reviewDecision")
   | {what: ($path | map(tostring) | join(".")), in: ($in | setpath($path; null))},
     ($path[-1] | select(type == "string")
      | {what: ("no " + ($path | map(tostring) | join("."))),
         in: ($in | delpaths([$path]))})),
  {what: "no decision read", in: ($in | delpaths([pull_path + ["reviewDecision"]]))},
  (select($rows != [])
   | {what: "a new sort of row", in: ($in
       | setpath(contexts_path + ["nodes", $last]; {__typename: "NewThing"}))},
     {what: "more rows", in: ($in | with_more)}),
  {what: "more threads", in: ($in | with_threads)},
  {what: "an error", in: ($in | with_error(["s0", "pullRequest", "comments"]))},
  {what: "an error of all", in: ($in | with_error(null))},
  {what: "status 500", in: ($in | failed(500))}

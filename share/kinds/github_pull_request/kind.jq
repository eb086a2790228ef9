# github_pull_request: is it ready, red, in conflict, asked to be changed, talked
# about, merged or closed.  Read with sgt-kind(7); github.jq goes before it.
#
# The cursor, each member only where there is something to say:
#   c, w   the greatest id of a comment, of a review, that was seen
#   t      unresolved threads: 1 ours, 0 somebody else's
#   end    when it was closed, while it is; r: the end that was undone
#   u      since when mergeability is unknown
#   req    {base, at, list: [[context, app]]}: what the base branch requires
#   held   {oid, names}: workflows that wait for approval to run
#   q      when the host refused what newer ones know
#   d      when it was last read by REST alone

# --- What is asked ----------------------------------------------------------

def row_fields($number; $full):
  (if $full then "isRequired(pullRequestNumber:\($number))" else "" end)
  as $required
  | "totalCount pageInfo{hasNextPage endCursor}nodes{__typename
...on CheckRun{databaseId name status conclusion startedAt completedAt detailsUrl \($required) checkSuite{databaseId app{databaseId slug}workflowRun{databaseId \(if $full then "event " else "" end)workflow{databaseId name}}}}
...on StatusContext{context state targetUrl createdAt \($required)}}";

def thread_fields:
  "totalCount pageInfo{hasNextPage endCursor}nodes{id isResolved isOutdated path line}";

def pull_fields($full):
  (if $full then "fullDatabaseId" else "databaseId" end) as $id
  | "fragment PR on PullRequest{title url state isDraft mergedAt closedAt baseRefName headRefOid isCrossRepository mergeable mergeStateStatus reviewDecision author{login}
\(if $full then "isInMergeQueue mergeQueueEntry{state enqueuedAt headCommit{statusCheckRollup{state}}}" else "" end)
latestOpinionatedReviews(first:50){pageInfo{hasNextPage}nodes{state author{login}commit{oid}}}
comments(last:20){nodes{\($id) createdAt isMinimized viewerDidAuthor author{login}}}
reviews(last:20){nodes{\($id) state submittedAt viewerDidAuthor author{login}}}}";

def query_of($n; $full):
  "query Watch("
  + ([range($n) | "$o\(.):String!,$r\(.):String!,$n\(.):Int!"] | join(","))
  + "){"
  + ([range($n)
      | "s\(.):repository(owner:$o\(.),name:$r\(.)){nameWithOwner pullRequest(number:$n\(.)){...PR
commits(last:1){nodes{commit{oid rollup:statusCheckRollup{state}checks:statusCheckRollup{contexts(first:100){\(row_fields("$n\(.)"; $full))}}}}}
reviewThreads(first:100){\(thread_fields)}}}"] | join("\n"))
  + "}\n" + pull_fields($full);

def variables_of:
  [to_entries[] | .key as $i | .value.names
   | {key: "o\($i)", value: .owner}, {key: "r\($i)", value: .repo},
     {key: "n\($i)", value: (.number | tonumber)}] | from_entries;

def ask_all($home; $full):
  gh_query(if $full then "pr" else "pr-less" end; $home;
    query_of(length; $full); variables_of; [.[].subject]);

def cursor:
  .prior.cursor | if type == "object" then . else {} end;

# Was the whole question refused here not long ago?
def knows_less($now):
  any(.[]; cursor.q // 0 | . > $now - $kind.constants.recheck_fields);

# The answer that speaks of all: the first, or the one to the lesser question.
def main:
  if .[1].id == "pr-less" then .[1] else .[0] end;

def by_id:
  if length > 1 then reduce .[] as $r ({}; .[$r.id] = $r) else {} end;

# Answers to further pages, in order.
def pages($by; $what; $i; $k):
  $by["\($what):\($i):\($k)"]
  | if . == null then empty else ., pages($by; $what; $i; $k + 1) end;

def page_rows:
  .body.data.repository.object.statusCheckRollup.contexts?;

def page_threads:
  .body.data.repository.pullRequest.reviewThreads?;

# Where the next page begins: input is the first page's connection.
def next_after($pages):
  if $pages == [] then .pageInfo else $pages[-1].pageInfo? end
  | select(.hasNextPage == true) | .endCursor // empty;

def ask_rows($home; $s; $i; $head; $by; $full):
  [pages($by; "rows"; $i; 1)] as $pages
  | next_after([$pages[] | page_rows]) as $after
  | gh_query("rows:\($i):\($pages | length + 1)"; $home;
      "query Rows($o:String!,$r:String!,$oid:GitObjectID!\(if $full then ",$n:Int!" else "" end),$c:String){repository(owner:$o,name:$r){object(oid:$oid){...on Commit{oid statusCheckRollup{contexts(first:100,after:$c){\(row_fields("$n"; $full))}}}}}}";
      {o: $s.names.owner, r: $s.names.repo, oid: $head, c: $after}
      + (if $full then {n: ($s.names.number | tonumber)} else {} end);
      [$s.subject]);

def ask_threads($home; $s; $i; $by):
  [pages($by; "threads"; $i; 1)] as $pages
  | next_after([$pages[] | page_threads]) as $after
  | gh_query("threads:\($i):\($pages | length + 1)"; $home;
      "query Threads($o:String!,$r:String!,$n:Int!,$t:String){repository(owner:$o,name:$r){pullRequest(number:$n){reviewThreads(first:100,after:$t){\(thread_fields)}}}}";
      {o: $s.names.owner, r: $s.names.repo, n: ($s.names.number | tonumber),
       t: $after}; [$s.subject]);

# Input: a pull request that is open.
def ask_pages($home; $s; $i; $by; $full):
  . as $p | .commits.nodes[0].commit as $commit
  | (select($commit.oid == $p.headRefOid) | $commit.checks.contexts
     | select(. != null)
     | ask_rows($home; $s; $i; $p.headRefOid; $by; $full)),
    ($p.reviewThreads | select(. != null) | ask_threads($home; $s; $i; $by));

# How long this head has been seen.
def head_age($prior; $now):
  if $prior.revision == .headRefOid then $now - ($prior.revision_at // $now)
  else 0 end;

def first_commit:
  .commits.nodes[0].commit;

# Nothing that is shown explains why it is blocked: what does its base require?
def wants_required($s; $now):
  select(.mergeStateStatus == "BLOCKED" and .isDraft == false
    and (first_commit.rollup.state | . == null or . == "SUCCESS"))
  | ($s | cursor.req) as $known
  | select($known == null or $known.base != .baseRefName
      or $known.at < $now - $kind.constants.recheck_required);

# No checks at all, and from elsewhere: do its workflows wait for approval?
def wants_held($s; $now):
  select(.isCrossRepository == true)
  | first_commit as $commit
  | select($commit.oid == .headRefOid and ($commit | has("rollup"))
      and $commit.rollup == null
      and head_age($s.prior; $now) >= $kind.constants.grace
      and ($s | cursor.held.oid) != .headRefOid);

def ask_required($home; $now):
  [.[] | . as {$s, $p} | select($p | wants_required($s; $now))] as $list
  | select($list != [])
  | gh_query("required"; $home;
      "query Required("
      + ([$list[].i | "$o\(.):String!,$r\(.):String!,$b\(.):String!"] | join(","))
      + "){"
      + ([$list[].i
          | "s\(.):repository(owner:$o\(.),name:$r\(.)){ref(qualifiedName:$b\(.)){branchProtectionRule{requiredStatusChecks{context app{databaseId}}}rules(first:100){nodes{type parameters{__typename ...on RequiredStatusChecksParameters{requiredStatusChecks{context integrationId}}}}}}}"]
         | join("\n")) + "}";
      ([$list[] | {key: "o\(.i)", value: .s.names.owner},
          {key: "r\(.i)", value: .s.names.repo},
          {key: "b\(.i)", value: "refs/heads/\(.p.baseRefName)"}]
       | from_entries);
      [$list[].s.subject]);

def ask_held($home; $now):
  .[] | . as {$s, $p} | select($p | wants_held($s; $now))
  | gh_get("held:\(.i)"; $home;
      "repos/\(.s.names.owner)/\(.s.names.repo)/actions/runs?head_sha=\(.p.headRefOid)&event=pull_request&per_page=100";
      [.s.subject]);

def unresolved($by; $i):
  [(.reviewThreads.nodes // [])[],
   (pages($by; "threads"; $i; 1) | page_threads | .nodes[]?)
   | select(.isResolved != true and .id != null)];

# Whose are the threads that nobody resolved and we have not met?
def ask_authors($home; $by):
  [.[] | . as {$s, $i, $p} | ($s | cursor.t // {}) as $known
   | $p | unresolved($by; $i)[] | .id | select($known[.] == null)
   | {id: ., subject: $s.subject}] as $new
  | range(0; $new | length; 100) as $from
  | $new[$from:$from + 100] as $some
  | gh_query("authors:\($from)"; $home;
      "query Authors($ids:[ID!]!){nodes(ids:$ids){__typename ...on PullRequestReviewThread{id comments(first:1){nodes{viewerDidAuthor author{login}}}}}}";
      {ids: [$some[].id]}; [$some[].subject] | unique);

# GraphQL is throttled: REST has a budget of its own, though not for each look.
def ask_rest($home; $by; $now):
  to_entries[] | .key as $i | .value as $s
  | "repos/\($s.names.owner)/\($s.names.repo)" as $repository
  | $by["pull:\($i)"] as $pull
  | if $pull == null then
      select($s | cursor.d // 0 | . < $now - $kind.constants.recheck_degraded)
      | gh_get("pull:\($i)"; $home;
          "\($repository)/pulls/\($s.names.number)"; [$s.subject])
    elif $by["status:\($i)"] == null and $pull.error == null then
      ($pull.body.head.sha? // "")
      | select($pull.body.state? == "open" and test("^[0-9a-f]{40,64}$"))
      | gh_get("status:\($i)"; $home;
          "\($repository)/commits/\(.)/status?per_page=100"; [$s.subject])
    else empty end;

def ask_more($now):
  .subjects as $subjects | .responses as $responses
  | ($responses | main) as $main | ($responses | by_id) as $by
  | ($subjects[0].names | gh_home) as $home
  | ($main.id == "pr") as $full
  | ($main | gh_failed($now)) as $failed
  | if $failed == null then
      $main.body.data as $data
      | [range($subjects | length) as $i
         | $data["s\($i)"].pullRequest
         | select(.state == "OPEN")
         | {$i, s: $subjects[$i], p: .}] as $open
      | [$open[] | . as {$i, $s, $p}
         | $p | ask_pages($home; $s; $i; $by; $full)] as $pages
      | if $pages != [] then $pages[]
        elif any($by | keys_unsorted[];
            startswith("authors:") or startswith("held:") or . == "required")
        then empty
        else
          $open | ask_authors($home; $by), ask_required($home; $now),
            ask_held($home; $now)
        end
    elif $failed.sort == "schema" and $full and ($responses | length) == 1 then
      $subjects | ask_all($home; false)
    elif $failed.sort == "throttle" then
      $subjects | ask_rest($home; $by; $now)
    else empty end;

def requests:
  .now as $now
  | if .responses != [] then ask_more($now)
    else
      (.subjects[0].names | gh_home) as $home
      | .subjects | ask_all($home; knows_less($now) | not)
    end;

# --- What it means ----------------------------------------------------------

def login:
  .author.login // "ghost";

def lower_word:
  ascii_downcase | gsub("_"; " ");

def renamed($s; $name):
  if $name == null
    or ($name | ascii_downcase) == "\($s.names.owner)/\($s.names.repo)" then ""
  else " (now \($name))" end;

def entry($key; $resets; $type; $brief; $data):
  {$key, severity: "wake", resets_on: $resets, type: "github.\($type)",
   brief: ($brief | .[:500]), $data};

def facts($s):
  {repo: "\($s.names.owner)/\($s.names.repo)", number: ($s.names.number | tonumber),
   title: (.title // "" | .[:200]), url: (.url // ""), author: login};

# It has ended: nothing else is said, whatever its checks do from now on.
def ended($s; $name):
  ($s | cursor) as $cursor
  | (.state == "MERGED") as $merged
  | (.closedAt // .mergedAt // "ended") as $at
  | {subject: $s.subject, revision: .headRefOid,
     cursor: ($cursor | {c, w, r} | with_entries(select(.value != null))
       + {end: $at}),
     entries: [
       entry((if $merged then "merged" else "closed" end)
           + (if $cursor.r then ":\($cursor.r)" else "" end);
         "never"; "pull_request.closed";
         (if $merged then "merged" else "closed without being merged" end)
           + renamed($s; $name);
         facts($s) + {action: "closed", $merged}
           + if $s.prior.revision == null then {late: true} else {} end)
       | .severity = "terminal"]};

# What was said since: comments and reviews that are not our own.  The last of
# each is the newest; where it is known, all are.
def id_of:
  .fullDatabaseId // .databaseId // 0 | tonumber;

def said_since($seen; entry_of):
  if $seen == null or . == [] or (.[-1] | id_of) <= $seen then empty
  else
    .[] | select(.viewerDidAuthor != true) | id_of as $id
    | select($id > $seen) | entry_of
  end;

def greatest($seen):
  if type != "array" then $seen
  elif . == [] then $seen // 0
  else [.[-1] | id_of, ($seen // 0)] | max end;

def comment_entry:
  select(.isMinimized != true)
  | entry("comment:\(id_of)"; "never"; "issue_comment.created";
      "comment by \(login)";
      {action: "created", actor: login, at: .createdAt});

def review_words:
  {APPROVED: "approved", CHANGES_REQUESTED: "requested changes",
   COMMENTED: "reviewed", DISMISSED: "reviewed, which was dismissed"}[.state // ""]
  // "reviewed (\(.state // "no word"))";

def review_entry:
  select(.state != "PENDING")
  | entry("review:\(id_of)"; "never"; "pull_request_review.submitted";
      "\(login) \(review_words)";
      {action: "submitted", actor: login,
       state: (.state // "" | ascii_downcase), at: .submittedAt});

def opinions($head):
  .[] | if .state == "CHANGES_REQUESTED" then
      entry("changes_requested:\(login)"; "absence";
        "pull_request_review.submitted"; "\(login) requests changes";
        {action: "submitted", actor: login, state: "changes_requested"})
    elif .state == "APPROVED" and .commit.oid != null and .commit.oid != $head then
      entry("stale:\(login)"; "revision"; "pull_request_review.stale";
        "\(login) approved an earlier commit (\(.commit.oid[:7]))";
        {actor: login, commit: .commit.oid})
    else empty end;

def thread_entry($author):
  (if .path == null then "" else " at \(.path)\(
      if .line == null then "" else ":\(.line)" end)" end) as $where
  | entry("thread:\(.id)"; "absence"; "pull_request_review_thread.unresolved";
      "unresolved thread\($where)"
        + (if $author == null then "" else " by \($author)" end)
        + (if .isOutdated == true then " (outdated)" else "" end);
      {path: .path, line: .line, outdated: (.isOutdated == true), actor: $author})
  | .ended_type = "github.pull_request_review_thread.resolved";

def checks_text($checks):
  if $checks.passed == 0 and $checks.neutral == 0 then "no checks"
  else
    "\($checks.passed) passed"
    + (if $checks.neutral > 0 then ", \($checks.neutral) skipped" else "" end)
  end;

# Rows of the head, {nodes, whole}: whole is false where any may be missing.
def rows_of($by; $i; $head):
  first_commit as $commit
  | if $commit.oid != $head or ($commit | has("rollup") and has("checks") | not)
    then {nodes: [], whole: false}
    elif $commit.checks == null then
      {nodes: [], whole: ($commit.rollup == null)}
    else
      $commit.checks.contexts as $first
      | (if $first.pageInfo.hasNextPage == true then
           [pages($by; "rows"; $i; 1) | page_rows] else [] end) as $pages
      | ($first.nodes // null) as $nodes
      | (if $pages == [] then $nodes // []
         else $nodes // [] | . + [$pages[] | .nodes[]?] end) as $all
      | (if $pages == [] then $first else $pages[-1] end
         | .pageInfo.hasNextPage? == false) as $last
      | if all($all[]; . != null) then
          {nodes: $all, whole: ($last and $nodes != null
            and (($first.totalCount // 0) <= ($all | length)))}
        else {nodes: [$all[] | select(. != null)], whole: false} end
    end;

# What the base requires, [[context, app]]; null where nobody knows.
def requirements($by; $i; $s; $now):
  .baseRefName as $base | ($s | cursor.req) as $known
  | $by.required.body.data?["s\($i)"]?.ref? as $ref
  | if $ref | type == "object" then
      {$base, at: $now, list: (
        [($ref.branchProtectionRule.requiredStatusChecks? // [] | .[]?
           | [.context, .app.databaseId?]),
         ($ref.rules.nodes? // [] | .[]? | .parameters.requiredStatusChecks?
           | .[]? | [.context, .integrationId])]
        | [unique[] | select(.[0] | type == "string")] | .[:60])}
    elif $known.base == $base
      and $known.at >= $now - 2 * $kind.constants.recheck_required then $known
    else null end;

def missing_from($rows):
  .[] | . as [$context, $app]
  | select(any($rows[];
      (.__typename == "StatusContext" and .context == $context)
      or (.name == $context and (.__typename == "CheckRun")
        and ($app == null or .checkSuite.app.databaseId == $app))) | not)
  | $context;

def missing_entry:
  entry(gh_key("missing:"; .); "revision"; "pull_request.blocked";
    "the required check \(.) has not been reported"; {name: .});

def held($by; $i; $s):
  .headRefOid as $head | ($s | cursor.held) as $known
  | $by["held:\($i)"] as $answer
  | if $answer != null and $answer.error == null
      and ($answer.body.workflow_runs? | type == "array") then
      {oid: $head, names: ([$answer.body.workflow_runs[]
         | select(.conclusion? == "action_required") | .name // "CI" | .[:100]]
        | unique | .[:20])}
    elif $known.oid == $head then $known
    else null end;

def held_entry:
  entry(gh_key("action:"; .); "revision"; "check_suite.completed";
    "\(.) waits for approval to run"; {conclusion: "action_required", name: .});

def pushed($prior):
  select($prior.revision != null and $prior.revision != .headRefOid)
  | entry("head:\(.headRefOid):\($prior.revision_at // 0)"; "never";
      "pull_request.synchronize";
      "new head \(.headRefOid[:7]) (was \($prior.revision[:7]))";
      {action: "synchronize", headSha: .headRefOid, from: $prior.revision})
  | .severity = "record";

def queue_entries($queued; $head; $now):
  .mergeQueueEntry as $entry
  | select($queued)
  | (entry("queued"; "absence"; "pull_request.enqueued";
       "is in the merge queue\(if $entry.state == null then ""
         else ": \($entry.state | lower_word)" end)"; {state: $entry.state})
     | .severity = "record" | .ended_type = "github.pull_request.dequeued"),
    if $entry.state == "UNMERGEABLE" then
      entry("queue:unmergeable"; "revision"; "pull_request.unmergeable";
        "the merge queue cannot merge it"; {state: $entry.state})
    elif $entry.state == "AWAITING_CHECKS"
      and $entry.headCommit.statusCheckRollup == null
      and ($entry.enqueuedAt | gh_seconds | . != null
        and . * 1000 < $now - $kind.constants.queue_stuck) then
      entry("queue:stuck"; "revision"; "pull_request.unmergeable";
        "no checks have begun in the merge queue"; {state: $entry.state})
    else empty end;

def threads_whole($by; $i):
  .reviewThreads as $first
  | if $first.pageInfo.hasNextPage == true then
      [pages($by; "threads"; $i; 1) | page_threads][-1] else $first end
  | .pageInfo.hasNextPage? == false and ($first.nodes | type == "array");

# Threads nobody resolved: [[thread, ours, author]].
def threads_of($by; $i; $s):
  unresolved($by; $i) as $open
  | if $open == [] then []
    else
      ($s | cursor.t // {}) as $known
      | (reduce ($by | to_entries[] | select(.key | startswith("authors:"))
          | .value.body.data.nodes[]? | select(.id? != null)) as $t
          ({}; .[$t.id] = $t.comments.nodes[0])) as $met
      | [$open[] | $met[.id] as $first
         | [., (if $first != null then $first.viewerDidAuthor == true
                else $known[.id] == 1 end),
            $first.author.login?, ($first != null or $known[.id] != null)]]
    end;

# Its word for the operator, who named one context as the aggregate: rows only
# give names then.
def by_aggregate($context; $rows):
  ([$rows[] | select(.__typename == "StatusContext" and .context == $context)]
   | max_by(.createdAt // "")) as $row
  | ($row | if . == null then "unknown" else gh_state end) as $state
  | if $state == "pass" then .names = [] | .past_red = true
    elif $state == "fail" then
      if any(.names[]; .state == "fail") then . else
        .names += [{name: $context, required: true, $state, $row}] end
    else .names = [{name: $context, required: true, state: "pending", $row}] end;

# An open pull request.  Input: its node; $wrong: errors of parts of it.
def open($s; $name; $wrong; $by; $i; $now):
  . as $p | $s.prior as $prior | ($s | cursor) as $cursor
  | .headRefOid as $head
  | head_age($prior; $now) as $age
  | ($age >= $kind.constants.grace) as $old
  | $s.config.aggregate as $context
  | rows_of($by; $i; $head) as {$nodes, $whole}
  | ($nodes | gh_checks($kind.constants.twins)
     | if $context == null then . else by_aggregate($context; $nodes) end)
    as $checks
  | $checks.names as $names
  | (first_commit.rollup.state as $state
     | $context != null
       or gh_aggregate_agrees($state; $checks; $nodes | length)) as $agrees
  | any($names[]; .state == "pending") as $pending
  | (if $old and $names == [] then false
     else any($nodes[]; .isRequired == true) end) as $some_required
  | threads_of($by; $i; $s) as $threads
  | any($threads[]; .[1] | not) as $others
  | (.latestOpinionatedReviews.nodes // null) as $opinions
  | .mergeable as $mergeable | .mergeStateStatus as $merge
  | ($mergeable == "CONFLICTING" or $merge == "DIRTY") as $conflict
  | ($conflict
     or $mergeable == "MERGEABLE" and ($merge // "UNKNOWN") != "UNKNOWN") as $known
  | (.isInMergeQueue == true or .mergeQueueEntry != null) as $queued
  | (if $nodes == [] and $whole and .isCrossRepository == true
     then held($by; $i; $s) else null end) as $held
  | (if $merge == "BLOCKED" then requirements($by; $i; $s; $now) else null end)
    as $req
  | [if $req == null then empty else $req.list | missing_from($nodes) end]
    as $missing
  | ($whole and $known and $wrong == null and $opinions != null
     and .latestOpinionatedReviews.pageInfo.hasNextPage != true
     and has("reviewDecision") and has("isDraft")
     and threads_whole($by; $i)
     and all($names[].row; .__typename == "CheckRun"
       or .__typename == "StatusContext")) as $complete
  | any($opinions // [] | .[]; .state == "CHANGES_REQUESTED") as $asked
  | (.reviewDecision == "CHANGES_REQUESTED" or $asked) as $rejected
  # what GitHub would have to see before it lets it be merged
  | ($merge == "BLOCKED" and .isDraft != true
     and (.reviewDecision == "REVIEW_REQUIRED" or $rejected or $threads != []
       or any($names[]; .required and (.state == "fail" or .state == "pending"))
       | not)) as $unexplained
  | ($whole and $agrees and ($old or $some_required)
     and ($nodes != [] or $old)
     and if $names == [] then true
       elif $some_required then
         any($names[]; .required or .state == "fail") | not
       else false end) as $fine
  | ($complete and $fine and .isDraft == false and ($conflict | not)
     and ($rejected | not) and ($others | not) and ($queued | not)
     and ($unexplained | not) and $missing == []
     and ($held == null or $held.names == [])
     and (($held != null) or $nodes != [] or .isCrossRepository != true)
     and (.reviewDecision == null or .reviewDecision == "APPROVED"
       or .reviewDecision == "REVIEW_REQUIRED")
     and ({CLEAN: 1, HAS_HOOKS: 1, UNSTABLE: 1, BEHIND: 1, BLOCKED: 1}[$merge] != null))
    as $ready
  | (if $known then null else $cursor.u // $now end) as $unknown_since
  | [ (if $prior.revision == null or $prior.revision == $head then empty
       else pushed($prior) end),
      (if $cursor.end == null then empty
       else entry("reopened:\($cursor.end)"; "never"; "pull_request.reopened";
         "reopened"; facts($s) + {action: "reopened"}) end),
      (if $names == [] then empty
       else $names[] | select(.state != "pending") | gh_check_entry end),
      (if $held == null then empty else $held.names[] | held_entry end),
      (if $conflict then
         entry("conflict"; "revision"; "pull_request.conflict";
           "is in conflict with \(.baseRefName // "its base")"; {base: .baseRefName})
         | .severity = "immediate"
       else empty end),
      (if $merge == "BEHIND" and .isDraft != true then
         entry("behind"; "revision"; "pull_request.behind";
           "is behind \(.baseRefName // "its base")"; {base: .baseRefName})
         | .priority = "info"
       else empty end),
      (if $queued or .isDraft == true or $pending or ($whole | not)
         or ($old | not) or ($known | not) then empty
       elif $missing != [] then $missing[] | missing_entry
       elif $unexplained and $others == false then
         entry("blocked"; "revision"; "pull_request.blocked";
           "is blocked by something that is not shown"; {})
       else empty end),
      (if $opinions == null then empty else $opinions | opinions($head) end),
      (if $threads == [] then empty else
         $threads[] | select(.[1] | not) | .[2] as $author | .[0]
         | thread_entry($author) end),
      (.comments.nodes // [] | said_since($cursor.c; comment_entry)),
      (.reviews.nodes // [] | said_since($cursor.w; review_entry)),
      (if $queued then queue_entries($queued; $head; $now) else empty end),
      (if $unknown_since != null
         and $now - $unknown_since >= $kind.constants.mergeable_unknown
         and any($names[]; .name == "mergeable" and .state == "unknown") == false
       then
         entry("unknown:mergeable"; "revision"; "pull_request.mergeability_unknown";
           "whether it can be merged has been unknown for \(
             ($now - $unknown_since) / 60000 | floor) minutes"; {})
       else empty end),
      (if $fine and $names == [] and $checks.passed > 0 then
         entry("green"; "revision"; "check_suite.completed";
           "checks succeeded: \(checks_text($checks))";
           {conclusion: "success", passed: $checks.passed,
            skipped: $checks.neutral})
         | .severity = "record"
       else empty end),
      (if $ready then
         entry("ready"; "revision"; "pull_request.ready";
           "ready: \(checks_text($checks))\(
             if .reviewDecision == "REVIEW_REQUIRED" then ", to be reviewed"
             elif .reviewDecision == "APPROVED" then ", approved"
             else "" end)\(renamed($s; $name))"; facts($s))
       else empty end) ]
    as $entries
  | {subject: $s.subject, revision: $head, $complete,
     settled: ($complete and ($pending or $queued | not) and $old),
     cursor: (
       {c: (.comments.nodes | greatest($cursor.c)),
        w: (.reviews.nodes | greatest($cursor.w))}
       + (if $threads == [] then {} else
            {t: ([$threads[] | select(.[3])
               | {key: .[0].id, value: (if .[1] then 1 else 0 end)}]
             | .[:200] | from_entries)} end)
       + (if $unknown_since == null then {} else {u: $unknown_since} end)
       + (if $req == null then {} else {$req} end)
       + (if $held == null then {} else {$held} end)
       + ($cursor.end // $cursor.r | if . == null then {} else {r: .} end)),
     entries: (if $entries | length < 2 then $entries
       else $entries | unique_by(.key) end)};

# What REST alone can say: never that it is ready.
def degraded($s; $pull; $status; $error; $now):
  $pull.body as $r
  | {title: $r.title, url: $r.html_url, author: {login: $r.user.login?},
     headRefOid: $r.head.sha?,
     state: (if $r.merged == true or $r.merged_at != null then "MERGED"
       else $r.state // "" | ascii_upcase end)} as $p
  | (if $p.headRefOid | type != "string" then
       {subject: $s.subject, error: {class: "malformed", brief: "no pull request"},
        complete: false}
     elif $p.state == "MERGED" or $p.state == "CLOSED" then $p | ended($s; null)
     else
       {subject: $s.subject, revision: $p.headRefOid, complete: false,
        settled: false, cursor: ($s | cursor | .d = $now),
        entries: [
          ($p | pushed($s.prior)),
          (if $r.mergeable == false or $r.mergeable_state == "dirty" then
             entry("conflict"; "revision"; "pull_request.conflict";
               "is in conflict with \($r.base.ref? // "its base")";
               {base: $r.base.ref?}) | .severity = "immediate"
           else empty end),
          ([$status.body.statuses[]? | select(.context | type == "string")
            | select(.state == "failure" or .state == "error")]
           | unique_by(.context)[]
           | {__typename: "StatusContext", context, state: (.state | ascii_upcase),
              targetUrl: .target_url}
           | {name: .context, state: "fail", row: .} | gh_check_entry)]}
     end)
  + {throttled_until: ($error.retry_at // 0)};

def failed($s; $failed):
  {subject: $s.subject, revision: $s.prior.revision}
  + gh_look_failed($failed; $s.prior.cursor);

def subject_of($s; $repository; $wrong; $by; $i; $full; $now):
  $repository.pullRequest as $p
  | (if $wrong == null then null
     elif $p == null then $wrong | gh_refused(99)
     else [$wrong[] | select(.sort == "too_heavy")] | gh_refused(99) end)
    as $refused
  | if $refused != null then failed($s; $refused)
    elif $p == null then
      failed($s; {sort: "malformed", error: {class: "malformed",
        brief: "the answer does not speak of it"}})
    elif ($p.headRefOid | type != "string") then
      failed($s; {sort: "malformed", error: {class: "malformed",
        brief: "the answer names no head"}})
    elif $p.state == "OPEN" then
      $p | open($s; $repository.nameWithOwner; $wrong; $by; $i; $now)
      | if $full then . else .cursor.q = ([$s | cursor.q // 0,
          if . > $now - $kind.constants.recheck_fields then . else $now end]
          | last) end
    elif $p.state == "MERGED" or $p.state == "CLOSED" then
      $p | ended($s; $repository.nameWithOwner)
    else
      failed($s; {sort: "malformed", error: {class: "malformed",
        brief: "a state that is not known: \($p.state)"}})
    end;

def observe:
  .now as $now | .subjects as $subjects | .responses as $responses
  | ($responses | main) as $main | ($responses | by_id) as $by
  | ($main | gh_failed($now)) as $failed
  | if $failed == null then
      ($main.body | gh_errors) as $errors | $main.body.data as $data
      | ($main.id != "pr-less") as $full
      | range($subjects | length) as $i | "s\($i)" as $alias
      | subject_of($subjects[$i]; $data[$alias]; $errors[$alias]; $by; $i; $full;
          $now)
    else
      range($subjects | length) as $i | $subjects[$i] as $s
      | $by["pull:\($i)"] as $pull
      | if $failed.sort == "throttle" and $pull != null and $pull.error == null
          and ($pull.body | type == "object") then
          degraded($s; $pull; $by["status:\($i)"]; $failed.error; $now)
        else failed($s; $failed) end
    end;

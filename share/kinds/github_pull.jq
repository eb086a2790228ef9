# What is asked of a pull request and what it means: is it ready, red, in conflict,
# asked to be changed, talked about, merged or closed.  For the kinds of pull
# requests and of repositories; github.jq goes before it.
#
# The cursor, each member only where there is something to say:
#   c, w   the greatest id of a comment, of a review, that was seen
#   t      unresolved threads: 1 ours, 0 somebody else's
#   end    when it was closed, while it is; r: the end that was undone
#   u      since when mergeability is unknown
#   req    {base, at, list: [[context, app]]}: what the base branch requires
#   held   {oid, names}: workflows that wait for approval to run
#   q      when the host refused what newer ones know
#   s      whoever asks wants no review from before that
#   d      when it, or its checks, were last read by REST; f: the aggregate then

# --- What is asked ----------------------------------------------------------

# Each @ of a text becomes $i.
def fill($i):
  split("@") | reduce .[1:][] as $part (.[0]; . + $i + $part);

# What an old server does not know goes where $full is false.
def only($full; $text):
  if $full then $text else "" end;

def row_fields($number; full):
  only(full; "isRequired(pullRequestNumber:\($number))") as $required
  | "{totalCount pageInfo{hasNextPage endCursor}nodes{__typename
...on CheckRun{databaseId name status conclusion startedAt completedAt detailsUrl checkSuite{databaseId app{databaseId slug}workflowRun{databaseId workflow{databaseId name}"
  + only(full; " event") + "}}" + $required + "}
...on StatusContext{context state targetUrl createdAt " + $required + "}}}";

def thread_fields:
  "{totalCount pageInfo{hasNextPage endCursor}nodes{id isResolved isOutdated path line}}";

# The last of what was said: $what is comments or reviews.
def talk_fields($what; $last; $more; $full):
  "\($what)(last:\($last)){\($more)nodes{" + only($full; "fullD") + only($full | not; "d")
  + "atabaseId viewerDidAuthor author{login}"
  + {comments: "createdAt isMinimized}}", reviews: "state submittedAt}}"}[$what];

def pull_fields(full):
  "
fragment PR on PullRequest{title url state isDraft mergedAt closedAt baseRefName headRefOid isCrossRepository mergeable mergeStateStatus reviewDecision author{login}
latestOpinionatedReviews(first:50){pageInfo{hasNextPage}nodes{state author{login}commit{oid}}}
"
  + talk_fields("comments"; 20; ""; full) + talk_fields("reviews"; 20; ""; full)
  + only(full; " isInMergeQueue mergeQueueEntry{state enqueuedAt headCommit{statusCheckRollup{state}}}")
  + "}";

def names_of($i):
  {"o\($i)": .owner, "r\($i)": .repo, "n\($i)": (.number | tonumber)};

# One question about all of them: $one is asked of each, @ is its number.
def ask_each($id; $home; $word; $one; $fragment):
  [range(length) | tostring] as $numbers
  | gh_query($id; $home;
      "query \($word)("
      + ([$numbers[] as $i | "$o@:String!,$r@:String!,$n@:Int!," | fill($i)] | add)
      + "){" + ([$numbers[] as $i | $one | fill($i)] | add) + "}"
      + $fragment;
      [range(length) as $i | .[$i].names | names_of($i)] | add;
      [.[].subject]);

def ask_all($home; $full):
  ask_each(only($full | not; "less:") + "pr"; $home; "Watch";
    "s@:repository(owner:$o@,name:$r@){nameWithOwner pullRequest(number:$n@){...PR
commits(last:1){nodes{commit{oid rollup:statusCheckRollup{state}checks:statusCheckRollup{contexts(first:100)"
      + row_fields("$n@"; $full) + "}}}}
reviewThreads(first:100)" + thread_fields + "}}";
    pull_fields($full));

def cursor:
  .prior.cursor // {};

# The answer that speaks of all: the first, or the one to the lesser question.
def main:
  if .[1].id == "less:pr" then .[1] else .[0] end;

def by_id:
  if length > 1 then reduce .[] as $r ({}; .[$r.id] = $r) else {} end;

# What was answered, where that is an object: a server may answer anything.
def said:
  .body | if type == "object" then . else {} end;

def told:
  said.data | if type == "object" then . else {} end;

# What answers to further pages hold, in order: $what is rows or threads.
def pages($by; $what; $i; $k):
  $by["\($what):\($i):\($k)"]
  | if . == null then empty
    else
      (told.repository
       | .object.statusCheckRollup.contexts // .pullRequest.reviewThreads),
      pages($by; $what; $i; $k + 1)
    end;

# Input: the first page.
def ask_page($what; $query; $variables; home; s; i; by):
  select(.pageInfo.hasNextPage == true)
  | [., pages(by; $what; i; 1)] as $pages
  | $pages[-1].pageInfo | select(.hasNextPage == true)
  | gh_query("\($what):\(i):\($pages | length)"; home; $query;
      {o: s.names.owner, r: s.names.repo, after: .endCursor} + $variables;
      [s.subject]);

def id_of:
  .fullDatabaseId // .databaseId // 0 | tonumber;

# Is all that was read of it newer than what was seen?  Then there may be more.
def is_cut($seen; $since):
  $seen != null and . != null and length >= 20
  and (.[0] | id_of > $seen and (.submittedAt // "~") > $since);

def talk_is_cut($cursor):
  (.comments.nodes | is_cut($cursor.c; ""))
  or (.reviews.nodes | is_cut($cursor.w; $cursor.s // ""));

# Answers to what was asked for it, in order; null where one says nothing.
def talk_answers(by; i; $k):
  by["talk:\(i):\($k)"]
  | if . == null then empty
    else ((told.repository | objects | .pullRequest | objects) // null),
      talk_answers(by; i; $k + 1) end;

# What was said as far as it was read: {nodes}; where that does not reach back to
# what was seen also where to read on, how much is before that, and keep: read it
# again, from where it stands, unless so many pages are enough.
def talk_part($answers; $what; $seen; $since):
  [$answers[] | objects[$what] | select(.nodes | type == "array")] as $pages
  | ($pages[-1] // .[$what]) as $last
  | (if $pages == [] then .[$what].nodes
     else [$pages | reverse[].nodes[]] end) as $nodes
  | {$nodes}
  + if ($nodes | is_cut($seen; $since))
      and ($pages == [] or $last.pageInfo.hasPreviousPage == true) then
      {before: $last.pageInfo.startCursor, left: (($last.totalCount // 0) - ($nodes | length))}
      + if ($pages | length) < $kind.constants.talk_pages then {keep: $seen} else {} end
    else {} end;

def with_talk($answers; $cursor):
  if talk_is_cut($cursor) then
    .comments = talk_part($answers; "comments"; $cursor.c; "")
    | .reviews = talk_part($answers; "reviews"; $cursor.w; $cursor.s // "")
  else . end;

# Back from the last, page by page.
def ask_talk(home; s; i; by; full):
  [talk_answers(by; i; 1)] as $answers | with_talk($answers; s | cursor)
  | select(all($answers[]; . != null))
  | [{comments, reviews} | to_entries[] | select(.value.keep)] as $parts
  | select($parts != [])
  | gh_query("talk:\(i):\($answers | length + 1)"; home;
      "query Talk($o:String!,$r:String!,$n:Int!"
      + ([$parts[] | ",$\(.key):String"] | add)
      + "){repository(owner:$o,name:$r){pullRequest(number:$n){"
      + ([$parts[].key | talk_fields(.; "100,before:$\(.)";
           "totalCount pageInfo{hasPreviousPage startCursor}"; full)] | add)
      + "}}}";
      {o: s.names.owner, r: s.names.repo, n: (s.names.number | tonumber)}
      + ([$parts[] | {(.key): .value.before}] | add);
      [s.subject]);

# Input: a pull request that is open.
def ask_pages(home; s; i; by; full):
  .headRefOid as $oid | (s.names.number | tonumber) as $n
  | (.commits.nodes[0].commit | select(.oid == $oid) | .checks.contexts
     | ask_page("rows";
         "query Rows($o:String!,$r:String!,$oid:GitObjectID!," + only(full; "$n:Int!,")
         + "$after:String){repository(owner:$o,name:$r){object(oid:$oid){...on Commit{oid statusCheckRollup{contexts(first:100,after:$after)"
         + row_fields("$n"; full) + "}}}}}";
         {$oid} + if full then {$n} else {} end; home; s; i; by)),
    (.reviewThreads
     | ask_page("threads";
         "query Threads($o:String!,$r:String!,$n:Int!,$after:String){repository(owner:$o,name:$r){pullRequest(number:$n){reviewThreads(first:100,after:$after)"
         + thread_fields + "}}}"; {$n}; home; s; i; by)),
    ask_talk(home; s; i; by; full);

def head_age(prior; now):
  if prior.revision == .headRefOid then now - (prior.revision_at // now)
  else 0 end;

# Nothing that is shown explains why it is blocked: what does its base require?
def wants_required(s; now):
  .mergeStateStatus == "BLOCKED" and .isDraft == false
  and (.commits.nodes[0].commit.rollup.state | . == null or . == "SUCCESS")
  and (.baseRefName as $base | s | cursor.req
    | .base != $base or .at < now - $kind.constants.recheck_required);

# No checks at all, and from elsewhere: do its workflows wait for approval?
def wants_held(s; now):
  .headRefOid as $head
  | .isCrossRepository == true
    and (.commits.nodes[0].commit
      | .oid == $head and has("rollup") and .rollup == null)
    and head_age(s.prior; now) >= $kind.constants.grace
    and (s | cursor.held.oid) != $head;

def ask_required(home; now):
  [.[] | . as {$s, $p} | select($p | wants_required($s; now))
   | .i |= tostring] as $list
  | select($list != [])
  | gh_query("required"; home;
      "query Required("
      + ([$list[].i as $i | "$o@:String!,$r@:String!,$b@:String!," | fill($i)] | add)
      + "){" + ([$list[].i as $i
        | "s@:repository(owner:$o@,name:$r@){ref(qualifiedName:$b@){branchProtectionRule{requiredStatusChecks{context app{databaseId}}}rules(first:100){nodes{parameters{__typename ...on RequiredStatusChecksParameters{requiredStatusChecks{context integrationId}}}}}}}"
        | fill($i)] | add) + "}";
      [$list[] | . as {$s, $p, $i}
       | {"o\($i)": $s.names.owner, "r\($i)": $s.names.repo,
          "b\($i)": "refs/heads/\($p.baseRefName)"}] | add;
      [$list[].s.subject]);

def ask_held(home; now):
  .[] | . as {$s, $p, $i} | select($p | wants_held($s; now))
  | gh_get("held:\($i)"; home;
      "repos/\($s.names.owner)/\($s.names.repo)/actions/runs?head_sha=\($p.headRefOid)&event=pull_request&per_page=100";
      [$s.subject]);

# Threads that nobody resolved.
def unresolved(by; i):
  [.reviewThreads
   | (.nodes // [])[],
     (select(.pageInfo.hasNextPage == true) | pages(by; "threads"; i; 1) | .nodes[]?)
   | if .isResolved == true or .id == null then empty else . end];

# Whose are the threads that nobody resolved and we have not met?
def ask_authors(home; by):
  [.[] | . as {$s, $i, $p} | ($s | cursor.t // {}) as $known
   | $p | unresolved(by; $i)[].id | select($known[.] == null)
   | {id: ., subject: $s.subject}] as $new
  | range($new | length) | select(. % 100 == 0) as $from
  | $new[$from:$from + 100] as $some
  | gh_query("authors:\($from)"; home;
      "query Authors($ids:[ID!]!){nodes(ids:$ids){__typename ...on PullRequestReviewThread{id comments(first:1){nodes{viewerDidAuthor author{login}}}}}}";
      {ids: [$some[].id]}; [$some[].subject] | unique);

# A commit's name goes into a path only where it is one.
def is_sha:
  type == "string" and length >= 40
  and (explode | map(if . < 58 then . - 48 else . - 87 end)
    | min >= 0 and max < 16);

# Errors of parts: may this token not read the checks?  No fine-grained one may.
def is_of_checks:
  .sort == "auth" and .path[:2] == ["pullRequest", "commits"];

def checks_refused:
  . != null and any(.[]; is_of_checks);

# What GitHub says of all checks of the head.
def aggregate:
  .headRefOid as $head | .commits.nodes[0].commit | select(.oid == $head)
  | .rollup.state;

# REST tells some of the rows: not asked where nothing fails, nor at each look.
def wants_rows($s; $now):
  first(aggregate, null) as $state | ($s | cursor) as $cursor
  | $state != "SUCCESS" and (.headRefOid | is_sha)
    and (.headRefOid != $s.prior.revision or $cursor.f != ($state // "none")
      or ($cursor.d // 0) < $now - $kind.constants.recheck_degraded);

# Of a commit's runs the newest of each workflow and event, and their twins.
def live_runs:
  [said.workflow_runs | arrays[] | objects | select(.id | type == "number")]
  | group_by([.workflow_id, .event]) | map(max_by(.id) as $newest
    | ($newest.run_started_at | gh_seconds) as $start | .[]
    | select(.id == $newest.id
        or (.run_started_at | gh_seconds) as $at | $start != null and $at != null
          and $start - $at <= $kind.constants.twins))
  | sort_by(-.id);

# Input: a pull request whose checks this token may not read.
def ask_rows(home; s; i; by):
  (s.names | "repos/\(.owner)/\(.repo)/") as $repository | .headRefOid as $oid
  | by["runs:\(i)"]
  | if . == null then
      ["runs:\(i)", "actions/runs?head_sha=\($oid)&per_page=100"],
      ["status:\(i)", "commits/\($oid)/status?per_page=100"]
    else
      [live_runs[] | .conclusion as $word
       | select({success: 1, neutral: 1, skipped: 1}[$word // ""] == null)
       | .id][:$kind.constants.rest_jobs][]
      | select(by["jobs:\(i):\(.)"] == null)
      | ["jobs:\(i):\(.)", "actions/runs/\(.)/jobs?per_page=100"]
    end
  | gh_get(.[0]; home; $repository + .[1]; [s.subject]);

# GraphQL is throttled: REST has a budget of its own, though not for each look.
def ask_rest(home; by; now):
  range(length) as $i | .[$i] as $s
  | "repos/\($s.names.owner)/\($s.names.repo)/" as $repository
  | by["pull:\($i)"] as $pull
  | if $pull == null then
      select(($s | cursor.d // 0) < now - $kind.constants.recheck_degraded)
      | gh_get("pull:\($i)"; home; "\($repository)pulls/\($s.names.number)";
          [$s.subject])
    elif by["status:\($i)"] == null and $pull.error == null then
      $pull | said | select(.state == "open") | .head.sha? | select(is_sha)
      | gh_get("status:\($i)"; home; "\($repository)commits/\(.)/status?per_page=100";
          [$s.subject])
    else empty end;

# Most have no more to be asked.
def may_want_more($s):
  talk_is_cut($s | cursor)
  or .mergeStateStatus == "BLOCKED"
  or .isCrossRepository == true
  or .reviewThreads.pageInfo.hasNextPage == true
  or .commits.nodes[0].commit.checks.contexts.pageInfo.hasNextPage == true
  or any(.reviewThreads.nodes[]?; .isResolved != true);

def ask_more($now):
  .subjects as $subjects | .responses as $responses
  | ($responses | main) as $main
  | ($main.id == "pr") as $full
  | ($main | gh_failed($now)) as $failed
  | ($subjects[0].names | gh_home) as $home
  | if $failed == null then
      ($main.body | gh_errors) as $errors
      | [range($subjects | length) as $i | $subjects[$i] as $s
       | $main.body.data["s\($i)"].pullRequest
       | select(. != null and .state == "OPEN")
       | (($errors["s\($i)"] | checks_refused) and wants_rows($s; $now)) as $rows
       | select($rows or may_want_more($s))
       | {$i, $s, p: ., $rows}]
      | select(. != []) | ($responses | by_id) as $by
      | [.[] | . as {$i, $s, $p, $rows} | $p | ask_pages($home; $s; $i; $by; $full),
          if $rows then ask_rows($home; $s; $i; $by) else empty end]
        as $pages
      | if $pages != [] then $pages[]
        # the last things are asked for together, and once
        elif any($responses[].id;
            startswith("authors:") or startswith("held:") or . == "required")
        then empty
        else
          ask_authors($home; $by), ask_required($home; $now),
          ask_held($home; $now)
        end
    elif $failed.sort == "schema" and $full and ($responses | length) == 1 then
      $subjects | ask_all($home; false)
    elif $failed.sort == "throttle" then
      ($responses | by_id) as $by | $subjects | ask_rest($home; $by; $now)
    else empty end;

def pull_requests:
  .now as $now
  | if .responses != [] then try ask_more($now) catch empty
    else
      (.subjects[0].names | gh_home) as $home
      | .subjects
      # was the whole question refused here not long ago?
      | ask_all($home; any(.[] | cursor.q // 0;
          . > $now - $kind.constants.recheck_fields) | not)
    end;

# --- What it means ----------------------------------------------------------

def login:
  .author.login // "ghost";

# When it happened, where that is told.
def at_time($stamp):
  if ($stamp | gh_seconds) == null then {} else {at: $stamp} end;

def now_named(s; name):
  (s.names.owner + "/" + s.names.repo) as $asked
  | if name == $asked or name == null or (name | ascii_downcase) == $asked then ""
    else " (now \(name))" end;

def facts(s):
  {repo: (s.names.owner + "/" + s.names.repo), number: (s.names.number | tonumber),
   title: (.title // ""), url: (.url // ""), author: login};

# It has ended: nothing else is said, whatever its checks do from now on.
def ended(s; name):
  (s | cursor) as $cursor | (.state == "MERGED") as $merged
  | {subject: s.subject, revision: .headRefOid,
     cursor: (($cursor | {c, w, r} | del(.[] | select(. == null)))
       + {"end": (.closedAt // .mergedAt // "ended")}),
     entries: [
       {severity: "terminal", resets_on: "never", type: "github.pull_request.closed"}
       + {key: ((if $merged then "merged" else "closed" end)
            + if $cursor.r then ":\($cursor.r)" else "" end),
          brief: ((if $merged then "merged" else "closed without being merged" end)
            + now_named(s; name)),
          data: (facts(s) + {action: "closed", $merged}
            + if s.prior.revision == null then {late: true} else {} end)}
       + at_time(.closedAt // .mergedAt)]};

# Where reading back was given up: what could not be shown.
def unread_entry($what; type):
  select(.left != null and .keep == null)
  | {severity: "record", resets_on: "never", type: type}
  + {key: "unread:\($what):\(.nodes[0] | id_of)",
     brief: "up to \(.left) \($what) before the last \(.nodes | length) could not be shown",
     data: {action: "unread", left}};

# What was said since: comments and reviews that are not our own.  The last of
# each is the newest; what was there at the first look is not news.
def said_since($seen; entry_of):
  if $seen == null or . == [] or . == null or (.[-1] | id_of) <= $seen then empty
  else
    .[] | select(.viewerDidAuthor != true) | id_of as $id
    | select($id > $seen) | entry_of
  end;

def greatest($seen):
  if . == null or . == [] then $seen // if . == [] then 0 else null end
  else [(.[-1] | id_of), $seen] | max end;

def comment_entry:
  select(.isMinimized != true) | login as $login
  | {severity: "wake", resets_on: "never", type: "github.issue_comment.created"}
  + {key: "comment:\(id_of)", brief: "comment by \($login)",
     data: {action: "created", actor: $login}}
  + at_time(.createdAt);

def review_entry:
  select(.state != "PENDING") | login as $login
  | {severity: "wake", resets_on: "never",
     type: "github.pull_request_review.submitted"}
  + {key: "review:\(id_of)",
     brief: "\($login) \({APPROVED: "approved", CHANGES_REQUESTED: "requested changes", COMMENTED: "reviewed", DISMISSED: "reviewed, since dismissed"}[.state // ""] // "reviewed in a way that is not known")",
     data: {action: "submitted", actor: $login,
       state: (.state // "" | ascii_downcase)}}
  + at_time(.submittedAt);

def opinion_entry(head):
  login as $login
  | if .state == "CHANGES_REQUESTED" then
      {severity: "wake", resets_on: "absence",
       type: "github.pull_request_review.submitted"}
      + {key: "changes_requested:\($login)", brief: "\($login) requests changes",
         data: {action: "submitted", actor: $login, state: "changes_requested"}}
    elif .state == "APPROVED" and .commit.oid != null and .commit.oid != head then
      {severity: "wake", resets_on: "revision",
       type: "github.pull_request_review.stale"}
      + {key: "stale:\($login)",
         brief: "\($login) approved an earlier commit (\(.commit.oid[:7]))",
         data: {actor: $login, commit: .commit.oid}}
    else empty end;

# Input: [thread, is it ours, is that known, its author].
def thread_entry:
  .[3] as $author | .[0]
  | {severity: "wake", resets_on: "absence",
     type: "github.pull_request_review_thread.unresolved",
     ended_type: "github.pull_request_review_thread.resolved"}
  + {key: "thread:\(.id)",
     brief: ("unresolved thread"
       + (if .path then " at " + .path[:300] + if .line then ":\(.line)" else "" end
          else "" end)
       + (if $author then " by \($author)" else "" end)
       + if .isOutdated == true then " (outdated)" else "" end),
     data: {path, line, outdated: (.isOutdated == true), actor: $author}};

def checks_text:
  if .passed == 0 and .neutral == 0 then "no checks"
  else
    "\(.passed) passed" + if .neutral > 0 then ", \(.neutral) skipped" else "" end
  end;

def green_entry(checks):
  {key: "green", severity: "record", resets_on: "revision",
   type: "github.check_suite.completed"}
  + {brief: ("checks succeeded: " + (checks | checks_text)),
     data: {conclusion: "success", passed: checks.passed, skipped: checks.neutral}};

def ready_entry(checks; s; name):
  {key: "ready", severity: "wake", resets_on: "revision",
   type: "github.pull_request.ready"}
  + {brief: ("ready: " + (checks | checks_text)
       + ({REVIEW_REQUIRED: ", to be reviewed", APPROVED: ", approved"}
           [.reviewDecision // ""] // "")
       + now_named(s; name)),
     data: facts(s)};

def pushed(prior):
  if prior.revision == null or prior.revision == .headRefOid then empty
  else
    {severity: "record", resets_on: "never", type: "github.pull_request.synchronize"}
    + {key: "head:\(.headRefOid):\(prior.revision_at // 0)",
       brief: "new head \(.headRefOid[:7]) (was \(prior.revision[:7]))",
       data: {action: "synchronize", headSha: .headRefOid, from: prior.revision}}
  end;

def conflict_entry($base):
  {key: "conflict", severity: "immediate", resets_on: "revision",
   type: "github.pull_request.conflict"}
  + {brief: "is in conflict with \($base // "its base")", data: {$base}};

# Rows of the head, all pages; whole is false where any may be missing.
def rows_of(by; i):
  .headRefOid as $head | .commits.nodes[0].commit
  | if .oid != $head or (has("rollup") and has("checks") | not) then
      {rows: [], whole: false}
    elif .checks == null then {rows: [], whole: (.rollup == null)}
    else
      .checks.contexts
      | [., if .pageInfo.hasNextPage == true then pages(by; "rows"; i; 1) else empty end]
        as $pages
      | [$pages[].nodes | . // [null] | .[]] as $rows
      | {$rows, whole: ($pages[-1].pageInfo.hasNextPage == false
          and (.totalCount // 0) <= ($rows | length))}
    end;

# A word of REST's, as GraphQL says it.
def upper:
  if type == "string" then ascii_upcase else null end;

# Rows that REST told.
def rest_rows(by; i):
  (by["status:\(i)"] | said.statuses | arrays[] | objects
   | {__typename: "StatusContext", context, state: (.state | upper),
      createdAt: .created_at, targetUrl: .target_url}),
  (by["runs:\(i)"] | live_runs[] | . as $run
   | by["jobs:\(i):\(.id)"] | said.jobs | arrays[] | objects
   | {__typename: "CheckRun", databaseId: .id, name, status: (.status | upper),
      conclusion: (.conclusion | upper), startedAt: .started_at,
      completedAt: .completed_at, detailsUrl: .html_url,
      checkSuite: {databaseId: $run.check_suite_id, app: {slug: "github-actions"},
        workflowRun: {databaseId: $run.id, event: $run.event,
          workflow: {databaseId: $run.workflow_id, name: $run.name}}}});

# What the base requires; null where nobody knows.
def requirements(by; i; s; now):
  .baseRefName as $base | (s | cursor.req) as $known
  | by.required | told["s\(i)"].ref
  | if . != null then
      {$base, at: now, list: ([
        (.branchProtectionRule.requiredStatusChecks[]? | [.context, .app.databaseId]),
        (.rules.nodes[]?.parameters.requiredStatusChecks[]?
         | [.context, .integrationId])] | unique | .[:60])}
    elif $known.base == $base
      and $known.at >= now - 2 * $kind.constants.recheck_required then $known
    else null end;

# Required contexts that no row speaks of.  A row of another app is no answer.
def missing_from(rows):
  .list[] | . as [$context, $app]
  | select(any(rows[];
      .context == $context or (.name == $context
        and ($app == null or .checkSuite.app.databaseId == $app))) | not)
  | $context;

def missing_entry:
  {severity: "wake", resets_on: "revision", type: "github.pull_request.blocked"}
  + {key: (. as $name | "missing:" | gh_key($name)),
     brief: "the required check \(.[:300]) has not been reported", data: {name: .}};

def held(by; i; s):
  .headRefOid as $oid | (s | cursor.held) as $known
  | by["held:\(i)"]
  | if .error == null and (said.workflow_runs | type == "array") then
      {$oid, names: ([.body.workflow_runs[]
         | select(.conclusion == "action_required") | .name // "CI" | .[:100]]
        | unique | .[:20])}
    elif $known.oid == $oid then $known
    else null end;

def held_entry:
  {severity: "wake", resets_on: "revision", type: "github.check_suite.completed"}
  + {key: (. as $name | "action:" | gh_key($name)),
     brief: "\(.) waits for approval to run",
     data: {conclusion: "action_required", name: .}};

def queue_entries(now):
  .mergeQueueEntry as $entry
  | ({key: "queued", severity: "record", resets_on: "absence",
      type: "github.pull_request.enqueued", ended_type: "github.pull_request.dequeued"}
     + {brief: "is in the merge queue", data: {state: $entry.state}}),
    ((if $entry.state == "UNMERGEABLE" then
        {key: "queue:unmergeable", brief: "the merge queue cannot merge it"}
      elif $entry.state == "AWAITING_CHECKS"
        and $entry.headCommit.statusCheckRollup == null
        and ($entry.enqueuedAt | gh_seconds // infinite)
          < (now - $kind.constants.queue_stuck) / 1000 then
        {key: "queue:stuck", brief: "no checks have begun in the merge queue"}
      else empty end)
     + {severity: "wake", resets_on: "revision",
        type: "github.pull_request.unmergeable"});

# Threads nobody resolved: [thread, is it ours, is that known, its author].
def threads_of(by; i; s):
  unresolved(by; i)
  | if . == [] then .
    else
      (s | cursor.t // {}) as $known
      | (reduce (by[] | select(.id | startswith("authors:"))
          | told.nodes[]? | select(.id? != null)) as $t
          ({}; .[$t.id] = $t.comments.nodes[0])) as $met
      | map($met[.id] as $first
          | [., if $first then $first.viewerDidAuthor == true
              else $known[.id] == 1 end,
             ($first != null or $known[.id] != null), $first.author.login])
    end;

# A word of the operator's, who named one context as the aggregate: it decides
# alone, and rows only give names.
def by_aggregate(context; rows):
  ([rows[] | select(.context? == context)] | max_by(.createdAt)) as $row
  | ($row | gh_state) as $state
  | if $state == "pass" then .names = []
    elif $state == "fail" and any(.names[]; .state == "fail") then .
    else
      .names += [{name: context, required: true, $row,
        state: (if $state == "fail" then $state else "pending" end)}]
      | if $state == "fail" then . else .names |= .[-1:] end
    end;

# Nothing is wrong, nothing is under way, nothing is new: most look like this.
# What is said here is what `open` would say.
def is_calm(s; $prior; cursor; wrong):
  .headRefOid as $head
  | wrong == null and .isDraft == false and .mergeable == "MERGEABLE"
    and .mergeStateStatus == "CLEAN"
    and .isInMergeQueue != true and .mergeQueueEntry == null
    and (.reviewDecision == null or .reviewDecision == "APPROVED")
    and has("reviewDecision")
    and s.config.aggregate == null and cursor.u == null and cursor.end == null
    and (.reviewThreads | .pageInfo.hasNextPage == false
      and all(.nodes[]; .isResolved))
    and (.latestOpinionatedReviews | .pageInfo.hasNextPage != true
      and all(.nodes[]; .state == "APPROVED" and .commit.oid == $head))
    and (.commits.nodes[0].commit | .oid == $head and .rollup.state == "SUCCESS"
      and (.checks.contexts | .pageInfo.hasNextPage == false
        and (.totalCount // 0) <= (.nodes | length)));

def talk($cursor):
  (.comments
   | (.nodes | said_since($cursor.c; comment_entry)),
     unread_entry("comments"; "github.issue_comment.created")),
  (.reviews
   | (.nodes | said_since($cursor.w; review_entry)),
     unread_entry("reviews"; "github.pull_request_review.submitted"));

def cursor_of(cursor):
  {c: (.comments | .keep // (.nodes | greatest(cursor.c))),
   w: (.reviews | .keep // (.nodes | greatest(cursor.w)))}
  + ((cursor.end // cursor.r) | if . == null then {} else {r: .} end);

# When REST was asked for its rows, and why.
def rows_cursor(by; i; cursor; now):
  first(aggregate, null)
  | if . == "SUCCESS" then {}
    elif by["runs:\(i)"] != null then {d: now, f: (. // "none")}
    else cursor | {d, f} | del(.[] | select(. == null)) end;

# An open pull request in whatever state.  $wrong: errors of parts of it.
def open(s; name; wrong; by; i; now; prior; cursor; old):
  .headRefOid as $head | (wrong | checks_refused) as $refused
  | (rows_of(by; i)
     | if $refused then {rows: (.rows + [rest_rows(by; i)]), whole: false}
       else . end) as {$rows, $whole}
  | ($rows | gh_checks($kind.constants.twins)
     | if s.config.aggregate == null then .
       else by_aggregate(s.config.aggregate; $rows) end) as $checks
  | $checks.names as $names
  | ($whole and ($checks.unread | not)) as $whole
  | any($names[]; .state == "pending") as $pending
  | any($rows[]; .isRequired == true) as $some_required
  | threads_of(by; i; s) as $threads
  | any($threads[]; .[1] | not) as $others
  | .latestOpinionatedReviews as $opinions
  | .mergeStateStatus as $merge
  | (.mergeable == "CONFLICTING" or $merge == "DIRTY") as $conflict
  | ($conflict or .mergeable == "MERGEABLE" and ($merge // "UNKNOWN") != "UNKNOWN")
    as $known
  | (.isInMergeQueue == true or .mergeQueueEntry != null) as $queued
  | (if $rows == [] and $whole and .isCrossRepository == true
     then held(by; i; s) else {names: []} end) as $held
  | (if $merge == "BLOCKED" then requirements(by; i; s; now) else null end)
    as $req
  | [if $req then $req | missing_from($rows) else empty end] as $missing
  | ($whole and $known and wrong == null
     and ($opinions.nodes | type == "array")
     and $opinions.pageInfo.hasNextPage != true
     and has("reviewDecision") and has("isDraft")
     and (.reviewThreads | .nodes | type == "array")
     and (.reviewThreads
       | if .pageInfo.hasNextPage == true
         then [pages(by; "threads"; i; 1)][-1] else . end
       | .pageInfo.hasNextPage == false)
     and all($names[].row; .__typename == "CheckRun"
       or .__typename == "StatusContext")) as $complete
  | (.reviewDecision == "CHANGES_REQUESTED"
     or any($opinions.nodes[]?; .state == "CHANGES_REQUESTED")) as $rejected
  # what would explain to anybody that it is blocked
  | ($merge == "BLOCKED" and .isDraft != true
     and (.reviewDecision == "REVIEW_REQUIRED" or $rejected or $threads != []
       or any($names[]; .required and (.state == "fail" or .state == "pending"))
       | not)) as $unexplained
  | ($whole and (old or $some_required and $rows != [])
     and (s.config.aggregate != null
       or gh_aggregate_agrees(.commits.nodes[0].commit.rollup.state; $checks;
            $rows | length))
     and all($names[]; $some_required and .required != true and .state != "fail"))
    as $fine
  | ($complete and $fine and .isDraft == false
     and ($conflict or $rejected or $others or $queued or $unexplained | not)
     and $missing == [] and $held.names == []
     and ({APPROVED: 1, REVIEW_REQUIRED: 1, "": 1}[.reviewDecision // ""] == 1)
     and ({CLEAN: 1, HAS_HOOKS: 1, UNSTABLE: 1, BEHIND: 1, BLOCKED: 1}[$merge] == 1))
    as $ready
  | (if $known then null else cursor.u // now end) as $since
  | [ pushed(prior),
      (select(cursor.end != null)
       | {severity: "wake", resets_on: "never", type: "github.pull_request.reopened",
          brief: "reopened"}
       + {key: "reopened:\(cursor.end)", data: (facts(s) + {action: "reopened"})}),
      ($names[] | select(.state != "pending") | gh_check_entry),
      ($held.names[]? | held_entry),
      (select($conflict) | .baseRefName as $base | conflict_entry($base)),
      (select($merge == "BEHIND" and .isDraft != true)
       | {key: "behind", severity: "wake", priority: "info", resets_on: "revision",
          type: "github.pull_request.behind"}
       + {brief: "is behind \(.baseRefName // "its base")",
          data: {base: .baseRefName}}),
      (select($whole and old and $known
          and ($queued or $pending or .isDraft == true | not))
       | if $missing != [] then $missing[] | missing_entry
         else
           select($unexplained)
           | {key: "blocked", severity: "wake", resets_on: "revision",
              type: "github.pull_request.blocked",
              brief: "is blocked by something that is not shown"}
         end),
      ($opinions.nodes[]? | opinion_entry($head)),
      ($threads[] | select(.[1] | not) | thread_entry),
      talk(cursor),
      (select($queued) | queue_entries(now)),
      (select($since != null
          and now - $since >= $kind.constants.mergeable_unknown
          and all($names[]; .name != "mergeable" or .state != "unknown"))
       | {key: "unknown:mergeable", severity: "wake", resets_on: "revision",
          type: "github.pull_request.mergeability_unknown",
          brief: "GitHub has not said for minutes whether it can be merged"}),
      (select($fine and $names == [] and $checks.passed > 0) | green_entry($checks)),
      (select($ready) | ready_entry($checks; s; name)) ]
    as $entries
  # absence is what complete speaks of, and at a first look nothing is absent:
  # who may never read the checks is told what is said from then on
  | ($complete or $refused and cursor.w == null and all(wrong[]; is_of_checks)
     and (.comments.nodes | type == "array") and (.reviews.nodes | type == "array")
     and (cursor.d == null or by["status:\(i)"].error == null)) as $first
  | {subject: s.subject, revision: $head, complete: $first,
     settled: ($complete and old and ($pending or $queued | not)),
     cursor: (cursor_of(cursor)
       + ([$threads[] | select(.[2]) | {(.[0].id): (if .[1] then 1 else 0 end)}]
          | if . == [] then {} else {t: (.[:150] | add)} end)
       + (if $since then {u: $since} else {} end)
       + (if $refused then rows_cursor(by; i; cursor; now) else {} end)
       + (if $req and ($req | tojson | length) < 6000 then {$req} else {} end)
       + (if $held.oid then {$held} else {} end)),
     entries: ($entries | if length < 2 then . else unique_by(.key) end)};

def calm(s; name; cursor):
  (.commits.nodes[0].commit.checks.contexts.nodes | gh_checks(0)) as $checks
  | select($checks.names == [] and $checks.passed > 0 and ($checks.unread | not))
  | {subject: s.subject, revision: .headRefOid, cursor: cursor_of(cursor),
     entries: [talk(cursor), green_entry($checks), ready_entry($checks; s; name)]};

# What REST alone can say: never that it is ready.
def degraded(s; pull; status; error; now):
  (pull | said)
  | if .head.sha? | is_sha | not then
      {subject: s.subject, complete: false,
       error: {class: "malformed", brief: "the answer is no pull request"}}
    elif .state == "closed" then
      {title, url: .html_url, author: {login: .user.login?}, headRefOid: .head.sha,
       closedAt: .closed_at,
       state: (if .merged_at != null then "MERGED" else "CLOSED" end)}
      | ended(s; null)
    else
      {subject: s.subject, revision: .head.sha, complete: false, settled: false,
       cursor: (s | cursor | .d = now),
       entries: [
         ({headRefOid: .head.sha} | pushed(s.prior)),
         (select(.mergeable == false or .mergeable_state == "dirty")
          | .base.ref? as $base | conflict_entry($base)),
         ([status | said.statuses[]?
           | select(.state == "failure" or .state == "error")]
          | unique_by(.context)[]
          | {name: (.context // "?"), state: "fail", row: {state, targetUrl: .target_url}}
          | gh_check_entry)]}
    end
  | .throttled_until = (error.retry_at // 0);

def failed(s; $failed):
  {subject: s.subject, revision: s.prior.revision}
  + gh_look_failed($failed; s.prior.cursor);

def malformed(s; $why):
  failed(s; {sort: "malformed", error: {class: "malformed", brief: $why}});

# Until when the same answers mean the same.  Input: what they mean now.
def same_until(s; enqueued; now):
  [ (select(s.prior.revision == .revision)
     | s.prior.revision_at + $kind.constants.grace),
    (.cursor
     | (.u // empty | . + $kind.constants.mergeable_unknown),
       (.d // empty | . + 1 + $kind.constants.recheck_degraded),
       (.req.at // empty
        | . + 1 + ($kind.constants.recheck_required | ., 2 * .)),
       (.q // empty | . + $kind.constants.recheck_fields)),
    (enqueued | gh_seconds // empty
     | . * 1000 + 1 + $kind.constants.queue_stuck),
    now + 3600000 ]
  | map(select(. > now)) | min;

# Input: the repository of its alias, or null.
def one($s; wrong; by; i; full; now):
  .nameWithOwner as $name | .pullRequest as $p
  | (if wrong == null then null
     elif $p == null then wrong | gh_refused(99)
     else wrong | gh_refused(0) end) as $refused
  | if $refused != null then failed($s; $refused)
    elif $p == null then malformed($s; "the answer does not speak of it")
    elif $p.headRefOid // "" | . == "" then malformed($s; "it has no head")
    elif $p.state == "OPEN" then
      $s.prior as $prior | ($s | cursor) as $cursor
      | $p | with_talk([talk_answers(by; i; 1)]; $cursor)
      | (head_age($prior; now) >= $kind.constants.grace) as $old
      | first(
          (select($old and is_calm($s; $prior; $cursor; wrong))
           | calm($s; $name; $cursor)),
          open($s; $name; wrong; by; i; now; $prior; $cursor; $old))
    elif $p.state == "MERGED" or $p.state == "CLOSED" then $p | ended($s; $name)
    else malformed($s; "it is in a state that is not known: \($p.state)") end
  | if full then .
    else
      .cursor.q = ($s | cursor.q // 0
        | if . > now - $kind.constants.recheck_fields then . else now end)
    end
  | if .error == null and $p.state == "OPEN"
    then .recheck_at = same_until($s; $p.mergeQueueEntry.enqueuedAt; now)
    else . end;

def pull_observe:
  .now as $now | .subjects as $subjects | .responses as $responses
  | ($responses | main) as $main | ($responses | by_id) as $by
  | ($main | gh_failed($now)) as $failed
  | range($subjects | length) as $i | $subjects[$i] as $s
  | if $failed == null then
      ($main.body | gh_errors) as $errors
      | $main.body.data["s\($i)"]
      # what no one foresaw of one is not to be the fault of all
      | try one($s; $errors["s\($i)"]; $by; $i; $main.id == "pr"; $now)
        catch malformed($s; "it is not as it should be: \(.)"[:300])
    else
      $by["pull:\($i)"] as $pull
      | if $failed.sort == "throttle" and $pull != null and $pull.error == null then
          degraded($s; $pull; $by["status:\($i)"]; $failed.error; $now)
        else failed($s; $failed) end
    end;

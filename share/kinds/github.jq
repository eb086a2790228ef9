# What the kinds of GitHub share: where a host is asked, what an answer says when
# it says no, what the rows of a commit's checks mean, what a subject is part of.
# A program costs its length once a run: what is constant is said as constants.

# names to {graphql, rest}: github.com, data residency (T.ghe.com), GitHub
# Enterprise Server; this machine is asked without TLS.
def gh_home:
  (.host // "github.com") as $host
  | (if $host == "github.com" or ($host | endswith(".ghe.com"))
     then ["https://api.\($host)/", ""]
     elif $host | split(":")[0] | . == "localhost" or . == "127.0.0.1"
     then ["http://\($host)/api/", "v3/"]
     else ["https://\($host)/api/", "v3/"] end) as $api
  | {graphql: ($api[0] + "graphql"), rest: ($api[0] + $api[1])};

# A GraphQL request; the preview is for mergeStateStatus on older servers.
def gh_query($id; $home; $query; $variables; $covers):
  {method: "POST", resource: "graphql", headers: {
     "Content-Type": "application/json",
     Accept: "application/vnd.github.merge-info-preview+json, application/json"}}
  + {$id, url: $home.graphql, body: ({$query, $variables} | tojson), $covers};

def gh_get($id; $home; $path; $covers):
  {resource: "core", headers: {Accept: "application/vnd.github+json",
     "X-GitHub-Api-Version": "2022-11-28"}}
  + {$id, url: ($home.rest + $path), $covers};

# A subject, and what it is part of: its repository, its owner.
def hierarchy:
  (split("#")[0] | split("/actions/runs/")[0]) as $repository
  | [select(. != $repository), $repository,
     $repository[:-1 - ($repository | split("/")[-1] | length)]];

# What an error of an answer means:
#   throttle too_heavy not_found auth schema unknown.
def gh_sort:
  . as $e | (.message // "") as $message
  | def says: .[] | select(.[0] as $words | $message | contains($words)) | .[1];
    [([["rate limit", "throttle"], ["abuse detection", "throttle"]] | says),
     ({"RATE_LIMITED": "throttle", "RATE_LIMIT": "throttle",
       "graphql_rate_limit": "throttle", "RESOURCE_LIMITS_EXCEEDED": "too_heavy",
       "MAX_NODE_LIMIT_EXCEEDED": "too_heavy", "NOT_FOUND": "not_found",
       "FORBIDDEN": "auth", "INSUFFICIENT_SCOPES": "auth",
       "undefinedField": "schema", "undefinedType": "schema",
       "argumentNotAccepted": "schema"}
      | .[$e.type // ""], .[$e.extensions.code // ""] | select(. != null)),
     ([["Resource limits for this query", "too_heavy"],
       ["Timeout on validation", "too_heavy"],
       ["Something went wrong while executing", "too_heavy"],
       ["respond to your request in time", "too_heavy"],
       ["not accessible by", "auth"], ["Bad credentials", "auth"],
       ["SAML", "auth"], ["doesn't exist on type", "schema"],
       ["doesn't accept argument", "schema"], ["isn't a defined", "schema"]]
      | says), "unknown"][0];

# When a throttled answer lets one ask again, in ms; null where it does not say.
def gh_retry_at($now):
  .header
  | (.["retry-after"] // "" | tonumber? // 0) as $wait
  | (.["x-ratelimit-reset"] // "" | tonumber? // 0) as $reset
  | if $wait > 0 then $now + $wait * 1000
    elif .["x-ratelimit-remaining"] == "0" and $reset > 0
    then $reset * 1000 + 1000
    else null end;

# An error of that sort as a look's error.  A host that does not know what is
# asked of it is a fault of the way, and stops no watch: it may be upgraded.
def gh_error($sort; $message):
  ({"throttle": ["rate_limited", ""],
    "too_heavy": ["server", "the query was too heavy: "],
    "schema": ["server", "the host does not know what is asked: "]}[$sort]
   // [$sort, ""])
  | {class: .[0], brief: (.[1] + $message | .[:500])};

# What an answer to a GraphQL request says of all its subjects: null where its
# data may be read, else {sort, error}, sort as above.
def gh_failed($now):
  if .error == null and (.body | type == "object" and .errors == null
      and (.data | type == "object")) then null
  else
    .body as $body
    | (if .error.class == "rate_limited" then "throttle"
       else {"502": "too_heavy", "504": "too_heavy",
         "404": "schema", "405": "schema"}["\(.status)"] // .error.class end)
      as $sort
    | (if $sort != null then {$sort, message: (.error.brief // "status \(.status)")}
       elif $body | type != "object" then
         {sort: "server", message: "the answer is no JSON"}
       else
         ([$body | .data as $data | (.errors // [])[], select($data == null)
           | gh_sort as $sort
           | select($data == null or $sort == "throttle"
               or (.path | type != "array" or length == 0))
           | {$sort, message: (.message // "the answer has no data")}]
          | min_by({throttle: 0, too_heavy: 1, auth: 2, schema: 3, unknown: 5}
              [.sort] // 4))
       end) as $why
    | if $why == null then null
      else
        {sort: $why.sort, error: (gh_error($why.sort; $why.message)
          + if $why.sort == "throttle"
            then {retry_at: (.retry_at // gh_retry_at($now))} else {} end)}
      end
  end;

# errors by alias: {s0: [{sort, path, message}]}; null where there are none.
def gh_errors:
  if .errors == null then null else
    reduce .errors[] as $e ({};
      .["\($e.path[0])"] += [$e
        | {sort: gh_sort, path: .path[1:], message: (.message // "")}])
  end;

# Of the errors under one alias, the one of the subject as a whole, as
# {sort, error}: the most telling first.  $deep: paths so long are parts of it.
def gh_refused($deep):
  [.[] | select((.path | length) < $deep or .sort == "too_heavy")]
  | min_by({too_heavy: 0, auth: 1, not_found: 2}[.sort] // 3)
  | if . == null then null
    else {sort, error: gh_error(.sort; .message)} end;

# A look that failed.
def gh_look_failed($failed; $cursor):
  {complete: false, settled: false, error: $failed.error, $cursor}
  + if $failed.sort == "too_heavy" then {too_heavy: true} else {} end;

# --- Checks: spec/github.md 2 ---------------------------------------------

# What a row says: pass neutral pending fail cancel action unknown.  What was
# never seen is unknown, which is not passing.
def gh_state:
  {"CheckRun": {
     "SUCCESS": "pass", "NEUTRAL": "neutral", "SKIPPED": "neutral",
     "FAILURE": "fail", "TIMED_OUT": "fail", "STARTUP_FAILURE": "fail",
     "STALE": "fail", "ERROR": "fail",
     "CANCELLED": "cancel", "ACTION_REQUIRED": "action",
     " QUEUED": "pending", " IN_PROGRESS": "pending", " WAITING": "pending",
     " PENDING": "pending", " REQUESTED": "pending"},
   "StatusContext": {
     "SUCCESS": "pass", "PENDING": "pending", "EXPECTED": "pending",
     "FAILURE": "fail", "ERROR": "fail"}}[.__typename // ""]
    [if .__typename == "StatusContext" then .state // ""
     elif .status == "COMPLETED" then .conclusion // ""
     else " \(.status)" end]
  // "unknown";

def gh_name:
  .name // .context // "?";

# Two rows are one check where this is equal.
def gh_identity:
  if .__typename == "StatusContext" then [.context]
  else
    .checkSuite as $suite | $suite.workflowRun as $run
    | [($suite.app | .databaseId // .slug), $run.workflow.databaseId, $run.event,
       .name]
  end;

def gh_seconds:
  if . == null then null else try fromdateiso8601 catch null end;

# Rows of one check to those that live, and whether a bad one is superseded:
# {live: [ROW], past_red: BOOL}.  $window: twins start so many seconds apart.
def gh_live($window):
  if length == 1 then {live: ., past_red: false}
  else
    max_by(if .__typename == "StatusContext" then .createdAt
      else .databaseId end) as $newest
    | $newest.checkSuite.databaseId as $suite | $newest.startedAt as $start
    | [.[] | select(. != $newest)] as $older
    | [$older[] | select(.__typename == "CheckRun"
        and if $suite != null and .checkSuite.databaseId == $suite then
            $newest.conclusion == "SKIPPED" or .status != "COMPLETED"
            or ($start != null and $start < (.completedAt // ""))
          else
            .conclusion as $conclusion
            | ([.startedAt, $start | gh_seconds]
               | if .[0] == null or .[1] == null then false
                 else .[0] - .[1] | . <= $window and -. <= $window end)
              and ({"CANCELLED": 1, "STALE": 1, "SKIPPED": 1}[$conclusion // ""]
                == null)
          end)] as $twins
    | {live: ([$newest] + $twins),
       past_red: any(($older - $twins)[] | gh_state;
         . == "fail" or . == "cancel" or . == "action")}
  end;

# The rows of a commit to {passed, neutral, names, past_red, unread}: names are
# those that do not pass, [{name, state, required, row}]; past_red: a bad row is
# superseded; unread: a row could not be read.  Where all pass nothing is
# grouped: this is called for each commit at each look.
def gh_checks($window):
  length as $n | [.[].conclusion] as $said
  | (if $said - ["SUCCESS", "NEUTRAL", "SKIPPED"] == []
       and [.[].status] - ["COMPLETED"] == [] then []
     else
       [.[] | if .status == "COMPLETED"
           and {"SUCCESS": true, "NEUTRAL": true, "SKIPPED": true}[.conclusion // ""]
           or (.state == "SUCCESS" and .__typename == "StatusContext")
         then empty else . end]
     end) as $bad
  | if $bad == [] then
      ($n - ($said - ["NEUTRAL", "SKIPPED"] | length)) as $neutral
      | {passed: ($n - $neutral), $neutral}
        + {names: [], past_red: false, unread: false}
    else
      [.[] | select(. != null)]
      | (reduce $bad[] as $row ({}; .[$row | gh_name] = true)) as $suspects
      | [group_by($suspects[gh_name])[]
         | if $suspects[.[0] | gh_name] then group_by(gh_identity)[] | gh_live($window)
           else {live: ., past_red: false} end] as $checks
      | [$checks[].live[] | {name: gh_name, state: gh_state,
          required: .isRequired, row: .}] as $live
      | {passed: ([$live[] | select(.state == "pass")] | length),
         neutral: ([$live[] | select(.state == "neutral")] | length),
         names: [[$live[] | select($suspects[.name])] | group_by(.name)[]
           | any(.[]; .required == true) as $required
           | max_by({fail: 6, action: 5, unknown: 4, cancel: 3, pending: 2,
               neutral: 1}[.state] // 0)
           | select(.state != "pass" and .state != "neutral")
           | .required = $required],
         past_red: any($checks[]; .past_red),
         unread: ($bad[[null]] != [])}
    end;

# Keys are at most 512 bytes, and of text.
def gh_key($name):
  . + ($name
    | if utf8bytelength > 400 then .[:100] + "…" + (@base64 | .[-32:]) else . end
    | explode | map(if . < 32 or . == 127 then 32 else . end) | implode);

# A check that does not pass as an entry, of a name's {name, state, row}.
def gh_check_entry:
  .row as $row | .name as $name
  | ($row | .conclusion // .state // .status // "none" | .[:60]) as $word
  | {"fail": ["red:", " failed"], "cancel": ["cancelled:", " was cancelled"],
     "action": ["action:", " waits for a person"]}[.state] as $said
  | {severity: "wake", resets_on: "revision",
     type: "github.check_suite.completed"}
  + {key: ($said[0] // "unknown:" | gh_key($name)),
     brief: (($row.checkSuite.workflowRun.workflow.name
         | if . == null then $name else "\(.) / \($name)" end | .[:300])
       + ($said[1] // " is in a state that is not known: \($word)")),
     data: ({conclusion: ($word | ascii_downcase), $name}
       + ($row | .detailsUrl // .targetUrl
          | if . == null then {} else {url: .[:1000]} end))}
  + if .state == "fail" then {raises: {ready: "critical"}} else {} end;

# Does the aggregate agree with the rows?  $state is its word, null for none.
def gh_aggregate_agrees($state; $checks; $n):
  {"SUCCESS": true, "": ($n == 0),
   "PENDING": any($checks.names[]; .state == "pending"),
   "FAILURE": ($checks.past_red or any($checks.names[]; .state != "pending"))}
    [{"EXPECTED": "PENDING", "ERROR": "FAILURE"}[$state // ""] // $state // ""]
  // false;

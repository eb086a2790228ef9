# What the kinds of GitHub share: where a host is asked, what an answer says when
# it says no, what the rows of a commit's checks mean, what a subject is part of.

# names to {graphql, rest}: github.com, data residency (T.ghe.com), GitHub
# Enterprise Server; this machine is asked without TLS.
def gh_home:
  (.host // "github.com") as $host
  | if $host == "github.com" or ($host | endswith(".ghe.com")) then
      "https://api.\($host)/" as $api
      | {graphql: "\($api)graphql", rest: $api}
    else
      (if $host | test("^(localhost|127[.]0[.]0[.]1)(:|$)")
       then "http" else "https" end) as $scheme
      | "\($scheme)://\($host)/api/" as $api
      | {graphql: "\($api)graphql", rest: "\($api)v3/"}
    end;

# A GraphQL request; the preview is for mergeStateStatus on older servers.
def gh_query($id; $home; $query; $variables; $covers):
  {$id, method: "POST", url: $home.graphql, resource: "graphql",
   headers: {
     "Content-Type": "application/json",
     Accept: "application/vnd.github.merge-info-preview+json, application/json"},
   body: ({$query, $variables} | tojson), $covers};

def gh_get($id; $home; $path; $covers):
  {$id, url: ($home.rest + $path), resource: "core",
   headers: {Accept: "application/vnd.github+json",
     "X-GitHub-Api-Version": "2022-11-28"}, $covers};

# A subject, and what it is part of: its repository, its owner.
def hierarchy:
  (split("#")[0] | split("/actions/runs/")[0]) as $repository
  | [., $repository, $repository[:$repository | rindex("/")]]
  | if .[0] == .[1] then .[1:] else . end;

# What an error of an answer means:
#   throttle too_heavy not_found auth schema unknown.
def gh_sort:
  (.type // .extensions.code // "") as $type | (.message // "") as $message
  | if {"RATE_LIMITED": 1, "RATE_LIMIT": 1, "graphql_rate_limit": 1}[$type]
      or .extensions.code == "graphql_rate_limit"
      or ($message | test("API rate limit|secondary rate limit|abuse detection"))
    then "throttle"
    elif {"RESOURCE_LIMITS_EXCEEDED": 1, "MAX_NODE_LIMIT_EXCEEDED": 1}[$type]
      or ($message | test("Resource limits for this query|Timeout on validation|Something went wrong while executing|respond to your request in time"))
    then "too_heavy"
    elif $type == "NOT_FOUND" then "not_found"
    elif $type == "FORBIDDEN" or $type == "INSUFFICIENT_SCOPES"
      or .extensions.saml_failure == true
      or ($message | test("not accessible by|Bad credentials"))
    then "auth"
    elif $type == "undefinedField" or $type == "undefinedType"
      or $type == "argumentNotAccepted"
      or ($message | test("doesn't exist on type|doesn't accept argument|isn't a defined"))
    then "schema"
    else "unknown" end;

# When a throttled answer lets one ask again, in ms; null where it does not say.
def gh_retry_at($now):
  (.header["retry-after"] // "" | tonumber? // 0) as $wait
  | (.header["x-ratelimit-reset"] // "" | tonumber? // 0) as $reset
  | if $wait > 0 then $now + $wait * 1000
    elif .header["x-ratelimit-remaining"] == "0" and $reset > 0
    then $reset * 1000 + 1000
    else null end;

# An error of that sort as a look's error.  A host that does not know what is
# asked of it is a fault of the way, and stops no watch: it may be upgraded.
def gh_error($sort; $message):
  if $sort == "too_heavy" then
    {class: "server", brief: "the query was too heavy: \($message)"}
  elif $sort == "schema" then
    {class: "server", brief: "the host does not know what is asked: \($message)"}
  else {class: $sort, brief: $message} end;

# What an answer to a GraphQL request says of all its subjects: null where its
# data may be read, else {sort, error}, sort as above.
def gh_failed($now):
  if .error == null and (.body | type == "object" and .errors == null
      and (.data | type == "object")) then null
  elif .error.class == "rate_limited" then
    {sort: "throttle", error: {class: "rate_limited", brief: .error.brief,
      retry_at: (.retry_at // gh_retry_at($now))}}
  elif .status == 502 or .status == 504 then
    {sort: "too_heavy", error: gh_error("too_heavy"; "status \(.status)")}
  elif .status == 404 or .status == 405 then
    {sort: "schema", error: gh_error("schema"; "no GraphQL here, status \(.status)")}
  elif .error != null then
    {sort: .error.class, error: (.error | {class, brief})}
  elif .body | type != "object" then
    {sort: "server", error: {class: "server", brief: "the answer is no JSON"}}
  else
    .body.data as $data
    | ([.body | (.errors // [])[]
        | gh_sort as $sort
        | select($data == null or (.path | type != "array" or length == 0)
            or $sort == "throttle")
        | {$sort, message: (.message // "")}]
       | sort_by({throttle: 0, too_heavy: 1, auth: 2, schema: 3}[.sort] // 4)[0])
      as $worst
    | if $worst.sort == "throttle" then
        {sort: "throttle", error: {class: "rate_limited",
          brief: $worst.message, retry_at: gh_retry_at($now)}}
      elif $worst != null then
        {sort: $worst.sort, error: gh_error($worst.sort; $worst.message)}
      elif $data == null then
        {sort: "unknown", error: {class: "malformed", brief: (
          .body.message // "the answer has no data")}}
      else null end
  end;

# errors by alias: {s0: [{sort, path, message}]}; null where there are none.
def gh_errors:
  if .errors == null then null else
    reduce .errors[] as $e ({};
      .[$e.path[0] | tostring] += [$e
        | {sort: gh_sort, path: $e.path[1:], message: (.message // "")}])
  end;

# Of the errors under one alias, the one of the subject as a whole, as
# {sort, error}: the most telling first.  `$deep`: paths so long are parts of it.
def gh_refused($deep):
  [.[] | select((.path | length) < $deep or .sort == "too_heavy")]
  | sort_by({too_heavy: 0, auth: 1, not_found: 2}[.sort] // 3)[0]
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
  if .__typename == "CheckRun" then
    if .status == "COMPLETED" then
      {"SUCCESS": "pass", "NEUTRAL": "neutral", "SKIPPED": "neutral",
       "FAILURE": "fail", "TIMED_OUT": "fail", "STARTUP_FAILURE": "fail",
       "STALE": "fail", "ERROR": "fail",
       "CANCELLED": "cancel", "ACTION_REQUIRED": "action"}
        [.conclusion // ""] // "unknown"
    else
      {"QUEUED": "pending", "IN_PROGRESS": "pending", "WAITING": "pending",
       "PENDING": "pending", "REQUESTED": "pending"}
        [.status // ""] // "unknown"
    end
  elif .__typename == "StatusContext" then
    {"SUCCESS": "pass", "PENDING": "pending", "EXPECTED": "pending",
     "FAILURE": "fail", "ERROR": "fail"}[.state // ""] // "unknown"
  else "unknown" end;

def gh_name:
  .name // .context // "?";

# Two rows are one check where this is equal.
def gh_identity:
  if .__typename == "StatusContext" then ["sc", .context]
  else
    .checkSuite as $suite | $suite.workflowRun as $run
    | ["cr", ($suite.app | .databaseId // .slug // null),
       $run.workflow.databaseId, $run.event, .name]
  end;

def gh_seconds:
  if . == null then null else try fromdateiso8601 catch null end;

# Rows of one check to those that live, and whether a bad one is superseded:
# {live: [ROW], past_red: BOOL}.  $window: twins start so many seconds apart.
def gh_live($window):
  if length == 1 then {live: ., past_red: false}
  else
    (if .[0].__typename == "StatusContext"
     then max_by(.createdAt // "") else max_by(.databaseId // 0) end) as $newest
    | $newest.checkSuite.databaseId as $suite
    | ($newest.startedAt | gh_seconds) as $start
    | ([.[] | select(. != $newest)
        | select(.__typename == "CheckRun"
            and if $suite != null and .checkSuite.databaseId == $suite then
                $newest.conclusion == "SKIPPED" or .status != "COMPLETED"
                or ($newest.startedAt != null
                  and $newest.startedAt < (.completedAt // ""))
              else
                (.startedAt | gh_seconds) as $at
                | $at != null and $start != null
                  and ($at - $start | if . < 0 then -. else . end) <= $window
                  and ({"CANCELLED": 1, "STALE": 1, "SKIPPED": 1}
                    [.conclusion // ""] | not)
              end)]) as $twins
    | {live: ([$newest] + $twins),
       past_red: any((. - $twins)[];
         . != $newest and ({fail: 1, cancel: 1, action: 1}[gh_state] // 0) > 0)}
  end;

# The worst of what the rows of one name say.
def gh_worst:
  {fail: 6, action: 5, unknown: 4, cancel: 3, pending: 2, neutral: 1}[.] // 0;

# The rows of a commit to {passed, neutral, names, past_red}: names are those
# that do not pass, [{name, state, required, row}]; past_red: a bad row is
# superseded.  Where all pass nothing is grouped: this is called for each commit
# at each look.
def gh_checks($window):
  [.[] | select((.conclusion == "SUCCESS" and .status == "COMPLETED"
      or .state == "SUCCESS" and .__typename == "StatusContext") | not)]
    as $odd
  | length as $n
  | if $odd == [] then {passed: $n, neutral: 0, names: [], past_red: false}
    else
      [$odd[] | select((.conclusion == "SKIPPED" or .conclusion == "NEUTRAL")
          and .status == "COMPLETED" and .__typename == "CheckRun" | not)]
        as $bad
      | if $bad == [] then
          ($odd | length) as $neutral
          | {passed: ($n - $neutral), $neutral, names: [], past_red: false}
        else
          (reduce $bad[] as $row ({}; .[$row | gh_name] = true)) as $suspects
          | [.[] | select($suspects[gh_name])] as $doubted
          | [$doubted | group_by(gh_identity)[] | gh_live($window)] as $checks
          | [$checks[].live[]
             | {name: gh_name, state: gh_state, required: .isRequired, row: .}]
            as $live
          | ([.[] | select($suspects[gh_name] | not)] | length) as $others
          | ([$odd[] | select($suspects[gh_name] | not)] | length) as $skipped
          | [$live | group_by(.name)[]
             | {name: .[0].name,
                required: any(.[]; .required == true),
                worst: max_by(.state | gh_worst)}
             | {name, required, state: .worst.state, row: .worst.row}]
            as $names
          | {passed: ($others - $skipped
               + ([$live[] | select(.state == "pass")] | length)),
             neutral: ($skipped
               + ([$live[] | select(.state == "neutral")] | length)),
             names: [$names[] | select(.state != "pass" and .state != "neutral")],
             past_red: any($checks[]; .past_red)}
        end
    end;

# Keys are at most 512 bytes, and of text.
def gh_key($lead; $name):
  ($name | explode | map(if . < 32 or . == 127 then 32 else . end) | implode)
  as $name
  | $lead + if ($name | utf8bytelength) <= 400 then $name
    else $name[:100] + "…" + ($name | @base64 | .[-32:]) end;

# A check that does not pass as an entry, of a name's {name, state, row}.
def gh_check_entry:
  .row as $row | .name as $name | .state as $state
  | ($row.checkSuite.workflowRun.workflow.name
     | if . == null then $name else "\(.) / \($name)" end) as $full
  | {severity: "wake", resets_on: "revision",
     type: "github.check_suite.completed",
     data: ({conclusion: ($row.conclusion // $row.state // $row.status // "unknown"
         | ascii_downcase), name: $name}
       + (($row.detailsUrl // $row.targetUrl) as $url
          | if $url == null then {} else {url: $url[:1000]} end))}
  + if $state == "fail" then
      {key: gh_key("red:"; $name), brief: "\($full) failed",
       raises: {ready: "critical"}}
    elif $state == "cancel" then
      {key: gh_key("cancelled:"; $name), brief: "\($full) was cancelled"}
    elif $state == "action" then
      {key: gh_key("action:"; $name), brief: "\($full) waits for a person"}
    else
      {key: gh_key("unknown:"; $name),
       brief: "\($full) is in a state that is not known: \(
         $row.conclusion // $row.state // $row.status // "none")"}
    end
  | .brief |= .[:500];

# Does the aggregate agree with the rows?  $state is its word, null for none.
def gh_aggregate_agrees($state; $checks; $n):
  if $state == null then $n == 0
  elif $state == "PENDING" or $state == "EXPECTED" then
    any($checks.names[]; .state == "pending")
  elif $state == "FAILURE" or $state == "ERROR" then
    $checks.past_red or any($checks.names[]; .state != "pending")
  else $state == "SUCCESS" end;

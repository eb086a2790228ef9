# github_repository: the pull requests of a repository, from one look.  Read
# with sgt-kind(7); github.jq and github_pull.jq go before it.
#
# What is asked, by the first word of its id:
#   list N      pages of all pull requests, the last updated first, down to
#               where the cursor stands; few facts each
#   gap N       likewise, from where the list had to be left
#   open N      at the first look, pages of the open ones
#   light N,..  few facts of open ones that are under way, or green for a while:
#               checks do not move a pull request up in the list
#   pull N,.. X all facts, as github_pull.jq asks for them, of what has changed,
#               and of what is red now and then
#   rest N      where the list is throttled, pages of it by REST
#   turns N     when one that ended there was closed and opened again
#
# The cursor, in seconds:
#   b, m    when the watch began, the highest number then
#   u       up to when the list was read; e: {NUMBER: seconds before u} at that
#           edge; gap: {v, p} from where on it was not
#   h       {n, at}: how many a query may have; q: as github_pull.jq has it
# What REST tells moves nothing here: it is found again, and known by its keys.
#   o       {NUMBER: mark} of the open ones
# A mark is 8 digits of the head, a letter for its checks (Failed, Success,
# None, Pending, Lagging behind the head, Unreadable), flags (draft, ready; to be
# read Whole; at the first look, Bad or Good), "/", when the head was first seen,
# "/", when it was red: in seconds after b, and only where they matter.

# --- Time, marks ------------------------------------------------------------

def stamp:
  if . < 0 then 0 else . end | todate;

def mark_of($mark):
  if $mark == null then null else
    ($mark | split("/")) as [$first, $seen, $red]
    | {head: $first[:8], letter: $first[8:9], flags: $first[9:],
       seen: ($seen // "" | if . == "" then null else tonumber end),
       red: ($red // "" | if . == "" then null else tonumber end)}
  end;

def mark_text:
  .head + .letter + .flags
  + if .seen == null and .red == null then ""
    else "/\(.seen // "")" + if .red == null then "" else "/\(.red)" end end;

def flagged($flag):
  .flags | contains($flag);

# What its checks are as a whole.
def letter:
  .commits.nodes[0].commit as $commit
  | if $commit.oid == null then "U"
    elif $commit.oid != .headRefOid then "L"
    elif $commit.rollup == null then "N"
    else {SUCCESS: "S", FAILURE: "F", ERROR: "F", PENDING: "P", EXPECTED: "P"}
      [$commit.rollup.state // ""] // "U" end;

# --- What is asked ----------------------------------------------------------

def light_fields:
  "fragment Light on PullRequest{number state isDraft title url createdAt updatedAt closedAt mergedAt headRefOid mergeable mergeStateStatus reviewDecision author{login}commits(last:1){nodes{commit{oid rollup:statusCheckRollup{state}}}}}";

def timeline_fields:
  "timelineItems(last:3,itemTypes:[CLOSED_EVENT,REOPENED_EVENT]){nodes{__typename ...on ClosedEvent{createdAt}...on ReopenedEvent{createdAt}}}";

def ask_list($s; $id; $after):
  gh_query($id; $s.names | gh_home;
    "query Repository($o:String!,$r:String!,$p:String){repository(owner:$o,name:$r){nameWithOwner pullRequests(first:50,after:$p,orderBy:{field:UPDATED_AT,direction:DESC}){pageInfo{hasNextPage endCursor}nodes{...Light \(timeline_fields)}}}}\n"
    + light_fields;
    {o: $s.names.owner, r: $s.names.repo, p: $after}; [$s.subject]);

def ask_open($s; $id; $after):
  gh_query($id; $s.names | gh_home;
    "query Open($o:String!,$r:String!,$p:String){repository(owner:$o,name:$r){pullRequests(states:OPEN,first:100,after:$p,orderBy:{field:UPDATED_AT,direction:DESC}){totalCount pageInfo{hasNextPage endCursor}nodes{...Light}}}}\n"
    + light_fields;
    {o: $s.names.owner, r: $s.names.repo, p: $after}; [$s.subject]);

# Input: numbers.
def ask_light($s):
  range(0; length; $kind.constants.per_light) as $i
  | .[$i:$i + $kind.constants.per_light]
  | gh_query("light \(map(tostring) | join(","))"; $s.names | gh_home;
      "query Light($o:String!,$r:String!"
      + ([.[] | ",$n\(.):Int!"] | join(""))
      + "){repository(owner:$o,name:$r){"
      + ([.[] | "p\(.):pullRequest(number:$n\(.)){...Light}"] | join(" "))
      + "}}\n" + light_fields;
      {o: $s.names.owner, r: $s.names.repo}
      + ([.[] | {key: "n\(.)", value: .}] | from_entries); [$s.subject]);

# --- What was answered ------------------------------------------------------

# Answers to "LEAD 1", "LEAD 2", ..., in order.
def chain($by; $lead; $k):
  $by["\($lead) \($k)"]
  | if . == null then empty else ., chain($by; $lead; $k + 1) end;

# What an answer holds; nothing where it holds nothing.
def data_of:
  .body | objects | .data | objects;

def repository_of:
  data_of | .repository | objects;

# What an answer says of the whole repository; $deep as of gh_refused.
def refused($deep; $now):
  gh_failed($now) as $failed
  | if $failed != null then $failed
    elif .body.data.repository == null then
      ((.body | gh_errors).repository // [] | gh_refused(99))
      // {sort: "malformed", error: {class: "malformed",
           brief: "the answer does not speak of it"}}
    elif .body.errors == null then null
    else (.body | gh_errors).repository // [] | gh_refused($deep) end;

# Pages as one: what is in them, whether they go back to $limit, what comes next.
def pages_of($limit; $now):
  [.[] | repository_of.pullRequests | objects] as $pages
  | [$pages[].nodes[]? | objects | select(.number and .updatedAt)] as $nodes
  | {$nodes, n: length, total: $pages[0].totalCount,
     failed: ([.[] | refused(2; $now) | select(. != null)][0]),
     reached: ($pages != [] and ($pages[-1].pageInfo.hasNextPage != true
       or any($nodes[]; .updatedAt < $limit))),
     after: $pages[-1].pageInfo.endCursor};

# One of REST's list, as far as the list tells of it.
def rest_node:
  {number, title, url: .html_url, isDraft: .draft, createdAt: .created_at,
   updatedAt: .updated_at, closedAt: .closed_at, mergedAt: .merged_at,
   headRefOid: .head.sha?, author: {login: .user.login?},
   state: (if .state == "open" then "OPEN" elif .merged_at != null then "MERGED"
     else "CLOSED" end)}
  | select((.number | type == "number") and (.headRefOid | is_sha)
      and (.updatedAt | gh_seconds) != null);

# Likewise of its pages.
def rest_of($limit):
  {n: length, failed: any(.[]; .error != null or (.body | type != "array")),
   nodes: [.[].body | arrays[] | objects | rest_node]}
  | .reached = (any(.nodes[]; .updatedAt < $limit) or (.nodes | length) < .n * 100);

# The calls of github_pull.jq, in the order they were asked.
def pulls_of:
  reduce (.[] | select(.id | startswith("pull "))) as $r ({order: [], by: {}};
    ($r.id | split(" ")) as [$lead, $key, $id]
    | (if .by[$key] == null then .order += [$key] else . end)
    | .by[$key] += [$r | .id = $id])
  | . as $all
  | [.order[] | {numbers: (split(",") | map(tonumber)),
      responses: $all.by[.]}];

def view:
  . as {$responses, $now} | .subjects[0] as $s
  | ($s.prior.cursor | if type == "object" and (.u | type == "number")
     then . else null end) as $c
  | (reduce $responses[] as $r ({}; .[$r.id] = $r)) as $by
  | (($c.gap.v // $c.u // 0) - $kind.constants.edge | stamp) as $limit
  | {$s, $c, $now, secs: ($now / 1000 | floor), $limit,
     list: ([chain($by; "list"; 1)] | pages_of($limit; $now)),
     gap: ([chain($by; "gap"; 1)]
       | pages_of(($c.u // 0) - $kind.constants.edge | stamp; $now)),
     open: ([chain($by; "open"; 1)] | pages_of(""; $now)),
     rest: ([chain($by; "rest"; 1)] | rest_of($limit)), $by,
     light: [$responses[] | select(.id | startswith("light "))],
     pulls: ($responses | pulls_of)};

# Was it changed since it was last read?  Those at the edge are read again.
def is_news($v; $limit):
  select(.updatedAt >= $limit)
  | $v.c.e["\(.number)"] as $before
  | select($before == null
      or (.updatedAt | gh_seconds) != ($v.c.gap.v // $v.c.u) - $before);

# What was changed, each once, as it was last read.
def news($v):
  reduce (($v.gap.nodes[]
      | is_news($v; ($v.c.u // 0) - $kind.constants.edge | stamp)),
      ($v.list.nodes[] | is_news($v; $v.limit))) as $p ({};
    .["\($p.number)"] = $p);

def light_nodes:
  .light[] | repository_of | .[] | objects
  | select(.number and .headRefOid);

def is_whole:
  .commits.nodes[0].commit.checks != null and .reviewThreads != null;

# --- What is asked next -----------------------------------------------------

# The mark of one that stands in the cursor.
def mark($v):
  mark_of($v.c.o["\(.)"]);

def differs($mark):
  $mark == null or (.headRefOid | startswith($mark.head) | not)
  or letter != $mark.letter;

def marks($v):
  $v.c.o // {} | to_entries[] | {n: (.key | tonumber)} + mark_of(.value);

# Red and green ones in their turn, by the clock: nothing is kept of it.
def is_time($every; $v):
  (($v.s.looked_at // 0) / 1000 / $every | floor) < ($v.secs / $every | floor);

def sweeps($v):
  {red: is_time($kind.constants.red_every; $v),
   green: is_time($kind.constants.green_every; $v)};

def is_green:
  .letter == "S" or .letter == "N" or .letter == "U";

# Of these few facts are enough until they differ.
def light_due($v):
  sweeps($v) as $due
  | [marks($v) | select(flagged("w") | not)
     | select(.letter == "P" or ($due.red and .letter == "F" and flagged("b"))
         or ($due.green and is_green
           and (flagged("y") or flagged("g") or flagged("d")))) | .n];

def full_due($v):
  sweeps($v) as $due
  | [marks($v) | select(flagged("w") or .letter == "L"
      or ($due.red and .letter == "F" and (flagged("b") | not))
      or ($due.green and is_green
        and (flagged("y") or flagged("g") or flagged("d") | not))) | .n]
  # not the same ones last each time, where there are too many
  | if length <= $kind.constants.full_max then .
    else (($v.secs / 60 | floor) % length) as $k | .[$k:] + .[:$k] end;

def asked($v):
  reduce $v.pulls[].numbers[] as $n ({}; .["\($n)"] = true);

# At the first look, those that may be red or ready.
def candidates:
  .open.nodes[] | letter as $letter
  | select($letter == "F"
      or ($letter == "S" or $letter == "N") and .isDraft != true)
  | .number;

# Numbers that want to be read in full and were not, the most urgent first.
def wanted($v):
  asked($v) as $asked
  | [ if $v.c == null then $v | candidates
      else
        (news($v)[] | select(.state == "OPEN" and (is_whole | not)) | .number),
        ($v | light_nodes | select(.state == "OPEN") | .number as $n
         | select(differs($n | mark($v))) | $n),
        full_due($v)[]
      end ]
  | reduce .[] as $n ({had: $asked, list: []};
      if .had["\($n)"] then . else .had["\($n)"] = true | .list += [$n] end)
  | .list;

# When it was closed, where it was opened again since.
def reopening:
  [.timelineItems.nodes[]? | objects] as $t
  | if .state == "OPEN" and ($t | length) > 1
      and $t[-1].__typename == "ReopenedEvent" then
      {end: $t[-2].createdAt, at: $t[-1].createdAt}
    elif .state != "OPEN" and ($t | length) > 2
      and $t[-2].__typename == "ReopenedEvent" then
      {r: $t[-3].createdAt}
    else {} end;

# As a subject of github_pull_request, as far as we know it.
def as_subject($v; $node):
  . as $n | mark($v) as $mark | ($node.headRefOid // "") as $head
  | ($node | if . == null then {} else reopening end) as $again
  | {subject: "\($v.s.subject)#\($n)", config: $v.s.config,
     names: ($v.s.names + {number: "\($n)"}),
     prior: {
       # what was there at the first look was there for long
       revision: (if $v.c == null and $head != "" then $head
         elif $mark == null or ($head | startswith($mark.head) | not) then null
         else $head end),
       revision_at: (if $mark.seen == null then 0
         else ($v.c.b + $mark.seen) * 1000 end),
       cursor: ({w: 0, s: ($v.c.b // $v.secs | stamp)} + if $v.c.q then {q: $v.c.q} else {} end
         + if $again.end and $again.at > ($v.c.b // 0 | stamp)
           then {end: $again.end} elif $again.r then {r: $again.r}
           else {} end)}};

def call_of($v; $news):
  (.responses | main | data_of // {}) as $data
  | .numbers as $numbers
  | {now: $v.now, responses: .responses, subjects: [
      range($numbers | length) as $i | $numbers[$i]
      | as_subject($v; ($news["\(.)"] // {})
          + ($data["s\($i)"]?.pullRequest? // {}))]};

def ask_pulls($v; $call):
  .numbers as $numbers | ($numbers | map(tostring) | join(",")) as $key
  | $call | pull_requests
  | .id = "pull \($key) \(.id)" | .covers = [$v.s.subject];

def query_size($v):
  $v.c.h as $h
  | if $h == null then $kind.constants.per_full
    elif $v.secs - $h.at < 86400 then $h.n
    else [$h.n * 2, $kind.constants.per_full] | min end;

def halves:
  (length / 2 | floor) as $k | .[:$k], .[$k:];

def chunks($n):
  range(0; length; $n) as $i | .[$i:$i + $n];

def was_asked($v):
  . as $numbers | any($v.pulls[]; .numbers == $numbers);

# Go on with those that were asked: further pages, or in halves.
def ask_pulls_on($v; $news):
  $v.pulls[] | . as $pull
  | (.responses | main | gh_failed($v.now)) as $failed
  | if $failed.sort == "too_heavy" then
      select(.numbers | length > 1) | .numbers | halves
      | select(was_asked($v) | not)
      | {numbers: ., responses: []} | ask_pulls($v; call_of($v; $news))
    elif $failed == null or $failed.sort == "schema" then
      ask_pulls($v; call_of($v; $news))
    else empty end;

def ask_pulls_new($v; $news):
  ($kind.constants.full_max - (asked($v) | length)) as $room
  | wanted($v) | .[:if $room < 0 then 0 else $room end]
  | chunks(query_size($v))
  | {numbers: ., responses: []} | ask_pulls($v; call_of($v; $news));

def ask_page($v; $lead; $max):
  select(.failed == null and .n > 0 and .n < $max and (.reached | not)
    and .after != null)
  | if $lead == "open" then ask_open($v.s; "open \(.n + 1)"; .after)
    else ask_list($v.s; "\($lead) \(.n + 1)"; .after) end;

# What was changed by REST's list.
def rest_news($v):
  [.rest.nodes[] | is_news($v; $v.limit)] | unique_by(.number)[];

def ask_rest($v):
  def ask($id; $path):
    gh_get($id; $v.s.names | gh_home;
      ($v.s.names | "repos/\(.owner)/\(.repo)/") + $path; [$v.s.subject]);
  if .rest.failed then empty
  elif (.rest.reached | not) and .rest.n < $kind.constants.list_pages or .rest.n == 0 then
    ask("rest \(.rest.n + 1)";
      "pulls?state=all&sort=updated&direction=desc&per_page=100&page=\(.rest.n + 1)")
  else
    # once they were told they are not asked about at each look
    (($v.s.looked_at // 0) / 1000 - $kind.constants.edge | stamp) as $new
    | [rest_news($v) | select(.state != "OPEN" and .updatedAt >= $new) | .number]
        [:$kind.constants.rest_turns][]
    | select($v.by["turns \(.)"] == null)
    | ask("turns \(.)"; "issues/\(.)/events?per_page=100")
  end;

def opened_nodes($v):
  reduce $v.open.nodes[] as $p ({}; .["\($p.number)"] = $p);

def ask_next($v):
  if $v.c != null and $v.list.failed.sort == "throttle" and $v.list.nodes == []
  then $v | ask_rest($v)
  elif $v.list.failed != null or $v.open.failed != null then empty
  else
    (if $v.c == null then opened_nodes($v) else news($v) end) as $news
    | ($v.open | ask_page($v; "open"; $kind.constants.open_pages)),
      (select($v.c != null)
       | ($v.list | ask_page($v; "list"; $kind.constants.list_pages)),
         ($v.gap | ask_page($v; "gap"; $kind.constants.list_pages))),
      ask_pulls_on($v; $news), ask_pulls_new($v; $news)
  end;

def requests:
  view as $v | ($kind.constants.requests - (.responses | length)) as $room
  | if .responses == [] then
      ask_list($v.s; "list 1"; null),
      if $v.c == null then ask_open($v.s; "open 1"; null)
      else
        (select($v.c.gap) | ask_list($v.s; "gap 1"; $v.c.gap.p)),
        (light_due($v) | ask_light($v.s)),
        ask_pulls_new($v; {})
      end
    elif $room > 0 then limit($room; ask_next($v))
    else empty end;

# --- What it means ----------------------------------------------------------

def fact($key; $severity; $type; $brief; $data):
  {$key, severity: $severity, resets_on: "never",
   type: "github.pull_request.\($type)", brief: ($brief | .[:500]), $data};

def facts_of($s):
  {repo: "\($s.names.owner)/\($s.names.repo)", number,
   title: (.title // "" | .[:200]), url: (.url // ""),
   author: (.author.login // "ghost")};

def is_new($v):
  .number > $v.c.m
  or ((.createdAt | gh_seconds) // 0) > $v.c.b;

def opened($v):
  select(is_new($v))
  | (if .isDraft == true then " a draft" else "" end) as $draft
  | fact("opened"; "wake"; "opened";
      "opened\($draft) by \(.author.login // "ghost"): \(.title // "")";
      facts_of($v.s) + {action: "opened", draft: (.isDraft == true)});

def pushed($v; $mark):
  select($mark != null and (.headRefOid | startswith($mark.head) | not))
  | fact("head:\(.headRefOid):\($v.c.u * 1000)"; "record"; "synchronize";
      "new head \(.headRefOid[:7]) (was \($mark.head[:7]))";
      {action: "synchronize", headSha: .headRefOid, from: $mark.head});

# When each check of these rows was over, in seconds: {NAME: TIME}.
def ends_of:
  reduce (.[] | objects) as $row ({};
    ($row | gh_name) as $name
    | .[$name] = ([.[$name] // 0,
        ($row.completedAt // $row.createdAt | gh_seconds) // 0] | max));

# One verdict a head: what fails after it was red goes on record.
def verdict($reds; $ends; $b; $old):
  ($old // ([$reds[] | $ends[.data.name] // 0] | max - $b)) as $red
  | {$red, entries: [$reds[]
      | if ($ends[.data.name] // 0) - $b > $red
        then .severity = "record" else . end]};

# An open one that was read whole, of its result as a pull request.
def judged($v; $result; $same; $ends):
  ($result.entries | map(select(.key | startswith("red:")))) as $reds
  | (if $reds == [] or ($same != null and ($same | flagged("b"))) then
       {red: $same.red, entries: []}
     else verdict($reds; $ends; $v.c.b; $same.red) end)
  + {ready: [$result.entries[] | select(.key == "ready")],
     said: [$result.entries[]
       | select((.key | startswith("reopened:"))
           or (.key | startswith("review:"))
             and (.at // "") > ($v.c.b | stamp))]};

# The mark of an open one; $same is its old one, if its head is the same.
def marked($v; $same; $read; $judged):
  letter as $letter | ($v.secs - $v.c.b) as $at
  | (if $same == null then $at else $same.seen end) as $seen
  | ($seen != null and $at - $seen < $kind.constants.grace / 1000) as $young
  | ($judged.ready != null and $judged.ready != []) as $ready
  | {head: .headRefOid[:8], $letter, red: $judged.red,
     seen: (if $young then $seen else null end),
     flags: (
       (if .isDraft == true then "d" else "" end)
       + (if $ready or ($same != null and ($same | flagged("y")))
          then "y" else "" end)
       + (if $read | not then "w"
          elif ($letter == "S" or $letter == "N") and .isDraft != true
            and ($ready | not) and ($young or .mergeable == "UNKNOWN")
          then "w" else "" end)
       + (if $same == null then "" else $same.flags | gsub("[^bg]"; "") end))}
  | mark_text;

# One open pull request: {member, mark}.  Input: what is known of it.
def still_open($v; $result; $ends):
  . as $p | (.number | mark($v)) as $mark
  | (if $mark == null or (.headRefOid | startswith($mark.head) | not)
     then null else $mark end) as $same
  | ($result != null and $result.error == null) as $read
  | (if $read then judged($v; $result; $same; $ends)
     else {red: $same.red, entries: [], ready: [], said: []} end) as $judged
  | (if $same != null and ($same | flagged("g")) then [] else $judged.ready end)
    as $ready
  | [opened($v), pushed($v; $mark), $judged.said[], $judged.entries[], $ready[]]
    as $entries
  | {mark: marked($v; $same; $read; $judged),
     member: (if $entries == [] and ($read | not) then null else
       {subject: "\($v.s.subject)#\(.number)", collection: $v.s.subject,
        revision: .headRefOid, entries: $entries,
        complete: ($read and $result.complete != false),
        settled: ($read and $result.settled != false)}
       end)};

# One that has ended, if that is news.
def no_longer_open($v; $result):
  . as $p | (.number | mark($v)) as $mark
  | if $result == null or $result.error != null
      or ($mark == null and (is_new($v) | not)
        and ((.closedAt // .mergedAt | gh_seconds) // 0) <= $v.c.b) then
      {mark: null, member: null}
    else
      {mark: null, member: ($result
        | {subject, collection: $v.s.subject, revision, entries}
        | .entries = [($p | opened($v)), .entries[]])}
    end;

# --- The whole look ---------------------------------------------------------

def alone($v; $p):
  {now: $v.now, subjects: [$p.number | as_subject($v; $p)
     | if .prior.revision == null then .prior.revision = $p.headRefOid
       else . end],
   responses: [{id: "pr", status: 200, header: {}, error: null,
     body: {data: {s0: {nameWithOwner: null, pullRequest: $p}}}}]};

def rows_in:
  .commits.nodes[0].commit.checks.contexts.nodes? // [];

# What each call says: {"N": {node, result, ends}}; a good answer stands.
def read_whole($v; $news):
  reduce ($v.pulls[] | . as $pull | call_of($v; $news) | . as $call
      | ($pull.responses | main | data_of // {}) as $data
      | [pull_observe] as $results
      | range($results | length) as $i | $pull.numbers[$i] as $n
      | ($data["s\($i)"]?.pullRequest? | objects // {}) as $node
      | {key: "\($n)", node: ($node + {number: $n}), result: $results[$i],
         ends: ($node | rows_in
           + [$pull.responses[] | select(.id | startswith("rows:\($i):"))
              | repository_of.object | objects
              | .statusCheckRollup.contexts.nodes[]?]
           | ends_of)}) as $x
    ({}; if $x.result.error != null and .[$x.key] != null then .
         else .[$x.key] = $x end)
  | reduce ($news[] | select(is_whole or .state != "OPEN")) as $p (.;
      .["\($p.number)"] = {node: $p, ends: ($p | rows_in | ends_of),
        result: ([alone($v; $p) | pull_observe][0])});

# What is known of each that may have changed: {"N": node}.
def known($v; $news; $whole):
  (reduce ($v | light_nodes) as $p ({};
      if $p.state != "OPEN" or ($p | differs($p.number | mark($v)))
      then .["\($p.number)"] = $p else . end)) + $news
  | reduce ($whole | to_entries[]) as {$key, $value} (.;
      .[$key] = (.[$key] // {}) + ($value.node | with_entries(
        select(.value != null))));

def one($v; $whole):
  ($whole["\(.number)"] // {}) as $read
  | if .state == "OPEN" then still_open($v; $read.result; $read.ends // {})
    elif .state == "CLOSED" or .state == "MERGED" then
      . as $p
      | (if $read.result != null and $read.result.error == null
         then $read.result else [alone($v; $p) | pull_observe][0] end) as $result
      | no_longer_open($v; $result)
    else {mark: null, member: null} end;

# The one entry of the repository itself, of how many are open.
def watched($more; $data):
  {key: "watched", severity: "record", resets_on: "absence",
   type: "github.repository.watched", $data,
   brief: "\(.) open pull request\(if . == 1 then "" else "s" end)\($more)"};

# Marks that fit: of those with the highest numbers.
def fitting:
  to_entries | sort_by(-(.key | tonumber))
  | .[:$kind.constants.marks] | from_entries
  | until(length == 0 or (tojson | length) <= 13000;
      to_entries | .[:length * 9 / 10 | floor] | from_entries);

# Where the list was read up to, and from where not.
def moved($v):
  $v.c as $c | ($c.gap.v // $c.u) as $top
  | ([$top, ($v.list.nodes[0].updatedAt | gh_seconds) // 0] | max) as $max
  | if $v.list.reached and ($c.gap == null or $v.gap.reached) then
      {u: $max, gap: null}
    elif $v.list.reached then
      {u: $c.u, gap: {v: $max, p: ($v.gap.after // $c.gap.p)}}
    else {u: $c.u, gap: {v: $max, p: $v.list.after}} end
  | (.gap.v // .u) as $at
  | .e = ([$v.list.nodes[], ($c.e // {} | to_entries[]
        | {number: .key, at: ($top - .value)})
      | {key: "\(.number)", value: ($at - (.at // (.updatedAt | gh_seconds)))}
      | select(.value >= 0 and .value <= $kind.constants.edge)]
      | .[:$kind.constants.marks] | reverse | from_entries);

def size_learned($v):
  [$v.pulls[] | select((.responses | main | gh_failed($v.now)).sort
      == "too_heavy") | .numbers | length] as $heavy
  | if $heavy != [] then
      {n: ([($heavy | min) / 2 | floor, 1] | max), at: $v.secs}
    else $v.c.h end;

# When the host last refused what newer ones know.
def refused_fields($v):
  if any($v.pulls[].responses[]; .id | startswith("less:"))
    and ($v.c.q // 0) <= $v.now - $kind.constants.recheck_fields
  then $v.now else $v.c.q end;

# Until then the same answers mean the same: nothing was changed, nobody is read
# again because of the time alone.
def recheck($v; $marks; $ones; $whole_look):
  sweeps($v) as $due | [$marks[] | mark_of(.)] as $all
  | if ($whole_look | not) or $v.pulls != [] or any($ones[]; .member != null)
      or any($all[]; flagged("w") or .letter == "L" or .seen != null)
      or ($due.red and any($all[]; .letter == "F"))
      or ($due.green and any($all[]; is_green)) then {}
    else
      {recheck_at: ([3600,
          (select(any($all[]; .letter == "F")) | $kind.constants.red_every),
          (select(any($all[]; is_green)) | $kind.constants.green_every)]
        | map((($v.secs / . | floor) + 1) * . * 1000) | min)}
    end;

def look_again($v; $news):
  read_whole($v; $news) as $whole
  | [known($v; $news; $whole)[] | {n: .number} + one($v; $whole)] as $ones
  | (reduce $ones[] as $one ($v.c.o // {};
      if $one.mark == null then del(.["\($one.n)"])
      else .["\($one.n)"] = $one.mark end)) as $marks
  # who was to be read whole, and for whom there was no room, is read next time
  | (reduce (wanted($v)[] | "\(.)") as $n ($marks;
      if .[$n] == null then . else
        .[$n] |= (mark_of(.) | if flagged("w") then . else .flags += "w" end
          | mark_text) end)) as $marks
  | [$v.list, $v.gap | .failed | select(. != null)] as $failed
  # all that was to be read in full was refused: the way is at fault
  | [$v.pulls[].responses | main | gh_failed($v.now)] as $pulls
  | (if $pulls != [] and all($pulls[]; . != null) then
       [$pulls[] | select(.sort != "too_heavy")][:1] else [] end) as $lost
  | [$v.light[] | refused(1; $v.now) | select(. != null)] as $dim
  | [$pulls[] | select(.sort == "throttle")] as $throttled
  | ($failed + $dim + $throttled + $lost) as $wrong
  | ([$failed[], $throttled[], ($dim[] | select(.sort == "throttle")), $lost[]][0])
    as $error
  | ($wrong == [] and $v.list.reached and ($v.c.gap == null or $v.gap.reached))
    as $complete
  | ($ones[].member | select(. != null)),
    ({subject: $v.s.subject, error: $error.error, $complete,
      entries: [$marks | length | watched(""; {open: .})],
      cursor: ({b: $v.c.b, m: $v.c.m} + moved($v)
        + {h: size_learned($v), q: refused_fields($v), o: ($marks | fitting)}
        | with_entries(select(.value != null)))}
     + recheck($v; $marks; $ones; $complete));

# What the list tells by REST: who was opened, pushed to, or has ended; of an end
# only where it is known whether it is the first.
def rest_look($v):
  ( $v | rest_news($v)
    | $v.by["turns \(.number)"].body as $turns
    | select(.state == "OPEN" or ($turns | type == "array" and length < 100))
    | .timelineItems.nodes = [$turns | arrays[] | objects
        | {__typename: ({closed: "ClosedEvent", reopened: "ReopenedEvent"}
            [.event | tostring]), createdAt: .created_at}
        | select(.__typename != null)][-3:]
    | one($v; {}).member | select(. != null) | .complete = false | .settled = false ),
  {subject: $v.s.subject, complete: false, settled: false,
   cursor: $v.c,
   throttled_until: ($v.list.failed.error.retry_at // 0)};

# The first look tells in one message how things stand, and marks it as told.
# $read: what is known in full of it.
def standing($read):
  letter as $letter
  | if .isDraft == true then "draft"
    elif $read == null or $read.result.error != null then
      if $letter == "F" then "red"
      elif $letter != "S" and $letter != "N" then "way"
      elif .reviewDecision == "CHANGES_REQUESTED"
        or .mergeable == "CONFLICTING" then "rest"
      else "ready" end
    elif any($read.result.entries[]; .key | startswith("red:")) then "red"
    elif any($read.result.entries[]; .key == "ready") then "ready"
    elif $letter == "P" or $letter == "L" then "way"
    else "rest" end;

def is_red($read):
  if $read == null or $read.result.error != null then letter == "F"
  else any($read.result.entries[]; .key | startswith("red:")) end;

def some($what; $name):
  length as $n
  | if $n == 0 then empty
    elif $name then
      "\($n) \($what) (" + ([.[:8][] | "#\(.)"] | join(", "))
      + (if $n > 8 then ", ...)" else ")" end)
    else "\($n) \($what)" end;

# Input: [{n, is}].
def digest($total):
  (reduce .[] as $x ({}; .[$x.is] += [$x.n])) as $by
  | [($by.red // [] | some("red"; true)), ($by.ready // [] | some("ready"; true)),
     ($by.way // [] | some("under way"; false)),
     ($by.draft // [] | some("in draft"; false))] as $parts
  | length as $followed | $total
  | watched(if $parts == [] then "" else ": " + ($parts | join(", ")) end;
      {open: $total, $followed, red: ($by.red // [])[:100],
       ready: ($by.ready // [])[:100]});

def first_mark($read):
  standing($read) as $is
  | {n: .number, $is, mark: (.headRefOid[:8] + letter
      + (if .isDraft == true then "d" else "" end)
      + (if is_red($read) then "b"
         elif $is == "ready" or $is == "rest" and .mergeable == "UNKNOWN"
           and .reviewDecision != "CHANGES_REQUESTED" then "g"
         else "" end))};

def first_look($v):
  ([($v.list.failed, $v.open.failed | select(. != null)),
    ($v.pulls[].responses | main | gh_failed($v.now)
     | select(.sort == "throttle"))][0]) as $failed
  | if $failed != null then {subject: $v.s.subject}
      + gh_look_failed($failed; null)
    else
      opened_nodes($v) as $open
      | read_whole($v; $open) as $whole
      | ([$v.list.nodes[], $open[] | .updatedAt | gh_seconds] | max
          // ($v.secs - 86400)) as $b
      | [$open[] | first_mark($whole["\(.number)"])] as $marks
      | {subject: $v.s.subject, complete: true,
         entries: [$marks | digest($v.open.total // length)],
         cursor: ({b: $b, u: $b,
           m: ([$v.list.nodes[], $open[] | .number] | max // 0),
           e: ([$v.list.nodes[]
               | {key: "\(.number)", value: ($b - (.updatedAt | gh_seconds))}
               | select(.value <= $kind.constants.edge)] | from_entries),
           o: ([$marks[] | {key: "\(.n)", value: .mark}]
             | from_entries | fitting)})}
    end;

def observe:
  view as $v
  | if $v.c == null then first_look($v)
    elif $v.rest.n > 0 and ($v.rest.failed | not) then rest_look($v)
    elif $v.list.failed != null and $v.list.nodes == [] then
      {subject: $v.s.subject} + gh_look_failed($v.list.failed; $v.s.prior.cursor)
    else look_again($v; news($v)) end;

# github_workflow_run: one run of a workflow, until it is complete.  Read with
# sgt-kind(7).
#
# Runs have no request that takes several ids, and GraphQL knows no attempt.  So
# runs of one repository share its list of the newest 100; who is not in it, or
# is alone, is asked for alone: a new attempt of an old run does not come back
# into the list, which is ordered by creation.

def place:
  .names | "\(.owner)/\(.repo)";

def runs:
  "repos/\(place)/actions/runs";

def ask($id; $path; $covers):
  gh_get($id; .names | gh_home; $path; $covers);

def ask_one:
  ask("run \(.subject)"; "\(runs)/\(.names.run)"; [.subject]);

# Subjects of one repository: who is known to be older than the list is alone.
def ask_many:
  (map(select(.prior.cursor.old | not))) as $new
  | if ($new | length) < 2 then .[] | ask_one
    else
      ($new[0] | ask("list \(place)";
        "\(runs)?per_page=100&exclude_pull_requests=true";
        [$new[].subject])),
      (.[] | select(.prior.cursor.old) | ask_one)
    end;

def by_id:
  reduce .[] as $x ({}; .[$x.id | tostring] = $x);

# Lists to {"OWNER/REPO": {ID: RUN}}.
def listed:
  reduce (.responses[] | select((.id | startswith("list ")) and .error == null))
    as $list ({}; .[$list.id[5:]] = ($list.body | objects
      | [.workflow_runs[]? | objects] | by_id));

# What the lists lack.
def ask_missing:
  listed as $listed
  | .subjects[] | select(.prior.cursor.old | not)
  | $listed[place] as $list
  | select($list != null and $list[.names.run] == null) | ask_one;

def requests:
  if .responses == [] then .subjects | group_by(place)[] | ask_many
  else ask_missing end;

def entry($key; $severity; $resets_on; $type; $brief):
  {key: $key, severity: $severity, resets_on: $resets_on,
   type: "github.workflow_run.\($type)", brief: $brief};

# Of a second attempt the end is another end.
def ending($key; $run; $word):
  entry($key + (if ($run.run_attempt // 1) > 1 then ":\($run.run_attempt)"
    else "" end); "terminal"; "revision"; "completed"; $word);

# What each conclusion means.
def meanings:
  { success: ["succeeded", "succeeded"], neutral: ["succeeded", "was neutral"],
    skipped: ["succeeded", "was skipped"], failure: ["failed", "failed"],
    timed_out: ["failed", "timed out"],
    startup_failure: ["failed", "could not be started"],
    stale: ["failed", "was given up as stale"],
    cancelled: ["cancelled", "was cancelled"] };

def word:
  .conclusion | tostring | .[:100];

# A word that nobody knows is no success; without one it is not over.
def concluded($run; $name):
  if .conclusion == null then empty
  elif .conclusion == "action_required" then
    entry("approval"; "wake"; "revision"; "action_required";
      "\($name) waits for somebody to approve it")
  else
    (meanings[word] // ["unknown:\(word)",
       "ended with \"\(word)\", which is not known"]) as [$key, $said]
    | ending($key; $run; "\($name) \($said)")
  end;

def name_of:
  "\"\(.name // .path // "run" | tostring | .[:100])\" #\(.run_number // .id)"
  + (if (.run_attempt // 1) > 1 then ", attempt \(.run_attempt)" else "" end);

def facts:
  {conclusion, workflow: .name, event, run_number, attempt: .run_attempt,
   head_sha, head_branch, url: .html_url};

def is_over:
  .status == "completed" and .conclusion != null
  and .conclusion != "action_required";

def revision_of:
  "\(.id)/\(.run_attempt // 1)/\(.run_started_at // .created_at // "")";

def entries($s; $revision):
  name_of as $name | facts as $facts
  | [ (select(.status == "completed") | concluded(.; $name)),
      (select(.status == "waiting")
       | entry("waiting"; "record"; "revision"; "waiting";
           "\($name) waits for a deployment to be let through")),
      (select($s.prior.cursor.over and $revision != $s.prior.revision)
       | entry("reopened:\($revision)"; "record"; "never"; "reopened";
           "\($name) runs again")) ]
  | map(. + {data: $facts});

def seen($s; $old; $now):
  if type != "object" or (.id | tostring) != $s.names.run
      or (.status | type) != "string" then
    {subject: $s.subject, complete: false, settled: false, error:
      {class: "malformed", brief: "the answer describes no such run"}}
  else
    revision_of as $revision
    | {subject: $s.subject, revision: $revision, settled: is_over,
       cursor: {over: is_over, $old},
       entries: entries($s; $revision), recheck_at: ($now + 3600000)}
  end;

def failed($s):
  {subject: $s.subject, complete: false, settled: false,
   error: (if .error == null then
       {class: "malformed", brief: "the answer is no list of runs"}
     else (.error | {class, brief}) + {retry_at} end)};

def observe:
  .now as $now | (.responses | by_id) as $by | listed as $listed
  | .subjects[] | . as $s
  | $by["run \(.subject)"] as $one | $listed[place] as $list
  | if $one.error != null then $one | failed($s)
    elif $one != null then
      $one.body | seen($s; $list != null or $s.prior.cursor.old == true; $now)
    elif $list != null then $list[.names.run] | seen($s; false; $now)
    else $by["list \(place)"] | failed($s) end;

# fleet_task: a task of the fleet, by what its workers write: needs_input,
# blocked, failed, done.  Read with sgt-kind(7).

# For each repository: name, status, gate, message, result, with tabs between; of
# the worktree where it says how it stands, else what the fleet keeps.
def script:
"at=${SERGEANT_FLEET:-$HOME/.local/share/sergeant/fleet}/$1
[ -d \"$at\" ] || exit 3
say() { [ -f \"$1\" ] && head -c 1024 -- \"$1\" | tr '\\n\\t' '  ' |
	tr -d '\\000-\\037\\177'; }
for at in \"$at\"/*/; do
	at=${at%/} tree=
	[ ! -L \"$at\" ] && [ -d \"$at\" ] || continue
	[ ! -f \"$at/worktree\" ] || tree=$(head -c 4096 -- \"$at/worktree\")
	printf '%s' \"${at##*/}\"
	if [ -n \"$tree\" ] && [ -f \"$tree/.sergeant-status\" ]; then
		set -- .sergeant-status .sergeant-gate-generation \\
			.sergeant-message .sergeant-result
	else
		tree=$at
		set -- status gate_generation message result
	fi
	for file; do
		printf '\\t'
		say \"$tree/$file\"
	done
	echo
done";

def requests:
  .subjects[] | {id: .subject, argv: ["sh", "-c", script, "sh", .names.id]};

def trim: gsub("^\\s+|\\s+$"; "");

def state:
  .status as $s
  | if $s | startswith("failed:") then "failed"
    elif $s == "needs_input" or $s == "blocked" or $s == "done" then $s
    else "working" end;

def repositories:
  [split("\n")[] | select(. != "") | split("\t") | map(trim)
   | {name: .[0], status: .[1], gate: .[2], message: .[3], result: .[4]}
   | . + {state: state}];

def text($more): if $more == "" then . else "\(.): \($more)" end | .[:1000];

# Waits for somebody, until it goes on; another question is another gate.
def waiting:
  { key: "\(.state):\(.name):\(if .gate == "" then "0" else .gate end)",
    severity: "wake", resets_on: "absence", type: "fleet.task.\(.state)",
    ended_type: "fleet.task.resumed",
    brief: (. as $r | "\(.name) \(if .state == "blocked" then "is blocked"
      else "needs input" end)" | text($r.message)),
    data: {repository: .name} };

# One repository has failed while others go on.
def failing:
  { key: "failed:\(.name)", severity: "wake", resets_on: "absence",
    type: "fleet.task.repository.failed",
    ended_type: "fleet.task.resumed",
    brief: (. as $r | "\(.name) failed" | text($r.status[7:] | trim)),
    data: {repository: .name} };

def ended:
  map(select(.state == "failed")) as $failed
  | if $failed == [] then
      { key: "done", severity: "wake", resets_on: "absence",
        type: "fleet.task.done",
        brief: ([.[] | . as $r | "\(.name) is done" | text($r.result)]
          | join("; ") | .[:1000]),
        data: {repositories: map(.name)} }
    else
      { key: "failed", severity: "wake", resets_on: "absence",
        type: "fleet.task.failed",
        brief: ([$failed[] | . as $r | "\(.name) failed"
           | text($r.status[7:] | trim)] | join("; ") | .[:1000]),
        data: {repositories: ($failed | map(.name))} }
    end;

def entries:
  if . != [] and all(.state == "done" or .state == "failed") then ended
  else
    .[] | if .state == "failed" then failing
      elif .state == "needs_input" or .state == "blocked" then waiting
      else empty end
  end;

def why_down:
  if .timed_out then "no answer in time"
  elif .missing then "cannot run sh: \(.missing)"
  elif .signal then "sh was ended by signal \(.signal)"
  else "sh ended with \(.status)" end;

def observe:
  .responses[0] as $run | .subjects[] | .prior as $prior
  | if $run.status == 3 then
      {subject, complete: false,
       error: {class: "not_found", brief: "there is no such task"}}
    elif $run.status != 0 then
      {subject, revision: $prior.revision, complete: false,
       entries: [{ key: "down", severity: "wake", resets_on: "absence",
         type: "fleet.task.unreadable", ended_type: "fleet.task.readable",
         brief: ($run | why_down) }]}
    else
      ($run.body | if type == "string" then . else tojson end
       | repositories) as $all
      | {subject, settled: ($all | all(.state != "working")),
         revision: ($all | map("\(.name)=\(.state):\(.gate)") | join(",")
           | .[:200]),
         entries: [$all | entries]}
    end;

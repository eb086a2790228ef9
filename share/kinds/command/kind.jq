# command: a program of the user's, by the convention of Nagios plugins: its exit
# status alone decides, its output explains.  Read with sgt-kind(7).

def requests:
  .subjects[]
  | {id: .subject, argv: .config.argv}
  + (if .config.timeout then {timeout: .config.timeout} else {} end);

def state:
  ["OK", "WARNING", "CRITICAL", "UNKNOWN"][.status] // "UNKNOWN";

def number:
  if test("^-?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$")
  then tonumber else null end;

# 'label'=value[UOM];[warn];[crit];[min];[max]; a quote in a label is doubled.
def token:
  capture("^(?<label>'([^']|'')*'|[^'= ]+)=(?<value>[-0-9.]+([eE][-+]?[0-9]+)?|U)(?<unit>[A-Za-z%]*)(?<rest>(;[^;]*){0,4};?)$")
  | (.rest | split(";")) as $rest
  | (.value | number) as $value
  | select($value != null or .value == "U")
  | { label: (.label | if startswith("'")
        then .[1:-1] | gsub("''"; "'") else . end),
      value: $value, unit }
  + ([{warn: $rest[1]}, {crit: $rest[2]}]
     | map(with_entries(select((.value // "") != ""))) | add)
  + ([{min: (($rest[3] // "") | number)}, {max: (($rest[4] // "") | number)}]
     | map(with_entries(select(.value != null))) | add);

# Words with what is between quotes kept whole; a word without '=' is none.
def words:
  [match("('([^']|'')*'|[^' ])+"; "g").string];

def perfdata:
  [words[] | . as $word | [token] | if length == 1
    then {good: .[0]} else {bad: $word} end];

# TEXT [| PERF], then lines of long text; the first of them with a '|' ends the
# text, its tail and all after it are perfdata.
def plugin:
  (.body | if type == "string" then . else tojson end | split("\n")) as $lines
  | ([range(1; $lines | length) | select($lines[.] | contains("|"))][0]
     // ($lines | length)) as $cut
  | ($lines[0] // "" | index("|")) as $bar
  | ($lines[0] // "") as $first
  | { text: (if $bar then $first[:$bar] else $first end
        | gsub("^\\s+|\\s+$"; "")),
      long: ([$lines[1:$cut][],
         ($lines[$cut] // empty | .[:index("|")])]
        | map(gsub("\\s+$"; "")) | map(select(. != ""))),
      perf: ([(if $bar then $first[$bar + 1:] else "" end),
         ($lines[$cut] // empty | .[index("|") + 1:]), $lines[$cut + 1:][]]
        | join(" ") | perfdata) }
  | { text, long,
      perfdata: (.perf | map(.good // empty)
        | map({key: .label, value: del(.label)}) | from_entries),
      warnings: (.perf | map(.bad // empty)
        | map("not perfdata: \(.[:80])")) };

def ran:
  .status != null;

# Conditions are about JSON, or about what a plugin's text says; of a run that failed
# only where it is JSON all the same.
def document:
  .responses[0]
  | select(ran and (.status == 0
      or (.body | type == "object" or type == "array")))
  | if .body | type == "string"
    then {status, header: {},
          body: (plugin + {state: state, output: .body})}
    else {status, header: {}, body} end;

def seconds:
  if . == null then "30s" else . end;

def why_down($config):
  if .timed_out then "no end within \($config.timeout | seconds)"
  elif .missing then "cannot run '\($config.argv[0])': \(.missing)"
  elif .signal then "ended by signal \(.signal)"
  else "did not run" end;

def shown($plugin):
  { state: state, status, text: $plugin.text[:1000],
    long: $plugin.long[:20], perfdata: $plugin.perfdata }
  + (if $plugin.warnings == [] then {} else {warnings: $plugin.warnings} end)
  + (if .truncated then {truncated} else {} end);

def states($plugin):
  state as $state | shown($plugin) as $data
  | if $state == "OK" then empty
    else
      { key: "not_ok", severity: "wake", resets_on: "absence",
        type: "command.not_ok", ended_type: "command.ok",
        brief: (if $plugin.text == "" then $state
          else "\($state): \($plugin.text)" end | .[:1000]), data: $data },
      (if $state == "WARNING" then empty
       else
        { key: ($state | ascii_downcase),
          severity: "wake", resets_on: "absence",
          type: "command.\($state | ascii_downcase)",
          brief: $state, data: {status} }
       end)
    end;

def condition:
  { key: "when:\(.key)",
    severity: "wake", resets_on: "absence",
    type: "command.condition.true", ended_type: "command.condition.over",
    brief: "\(.key): \(.value.value.text)",
    data: {name: .key, value: .value.value.text} };

def changed($prior):
  .values.changed as $new | $prior.cursor.changed as $old
  | select($new != null and $old != null and $new.digest != $old.digest)
  | { key: "changed:\($new.digest):\($prior.revision_at // 0)",
      severity: "wake", resets_on: "never",
      type: "command.value.changed",
      brief: "changed from \($old.text) to \($new.text)",
      data: {from: $old.text, to: $new.text} };

def observe:
  .now as $now | .responses[0] as $run
  | .subjects[] | .prior as $prior | .config as $config
  | if $run | ran | not then
      ($run | why_down($config)) as $why
      | {subject, revision: $prior.revision, complete: false,
         cursor: $prior.cursor,
         entries: [{ key: "down", severity: "wake", resets_on: "absence",
           type: "command.down", ended_type: "command.up",
           brief: "down: \($why)", data: {why: $why} }]}
    else
      {subject,
       complete: (.values != null
         or ($config.when == null and $config.changed == null)),
       revision: (.values.changed.digest // $prior.revision),
       cursor: (if .values.changed then {changed: .values.changed}
         else $prior.cursor end),
       entries: ([$run | states(plugin)]
         + [.values.when // {} | to_entries[] | select(.value.true)
            | condition]
         + [changed($prior)]),
       recheck_at: ($now + 3600000)}
    end;

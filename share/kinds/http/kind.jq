# http: is it up, do its conditions hold, has its value changed, does its
# certificate end soon.  Read with sgt-kind(7).

def requests:
  .subjects[] | .config as $config
  | {id: .subject, url: .subject, method: ($config.method // "GET")}
  + (if $config.headers then {headers: $config.headers} else {} end)
  + (if $config.timeout then {timeout: $config.timeout} else {} end);

def expected($config):
  .status as $status
  | if $config.expect then ($config.expect | index($status)) != null
    else $status != null and $status < 400 end;

# Conditions are about what came as expected; a body that was cut says nothing.
def document:
  .config as $config | .responses[0]
  | select(expected($config) and (.truncated | not))
  | {status, header, body};

def down($config):
  if .status == null then .error.brief
  elif expected($config) then empty
  else "status \(.status)" end;

def milliseconds:
  capture("^(?<n>[0-9]+)(?<unit>[smhd])$")
  | (.n | tonumber) * {s: 1000, m: 60000, h: 3600000, d: 86400000}[.unit];

def soon($config):
  ($config.certificate // "14d") | milliseconds;

def plainly:
  . / 1000 | floor | todate;

def certificate($config; $now):
  (.not_after // empty) as $until
  | select($until - $now < soon($config))
  | { key: "certificate",
      severity: "wake", resets_on: "absence",
      type: "http.certificate.expiring",
      ended_type: "http.certificate.renewed",
      brief: (if $until <= $now
        then "the certificate ended at \($until | plainly)"
        else "the certificate ends at \($until | plainly)" end),
      data: {not_after: ($until | plainly)} };

# What time alone changes is that a certificate comes to its end.
def same_until($config; $now):
  [$now + 3600000, (.not_after // empty | ., . - soon($config) + 1)]
  | map(select(. > $now)) | min;

def condition:
  { key: "when:\(.key)",
    severity: "wake", resets_on: "absence",
    type: "http.condition.true", ended_type: "http.condition.over",
    brief: "\(.key): \(.value.value.text)",
    data: {name: .key, value: .value.value.text} };

# The value it has now against the one of the last look: an occurrence.
def changed($prior):
  .values.changed as $new | $prior.cursor.changed as $old
  | select($new != null and $old != null and $new.digest != $old.digest)
  | { key: "changed:\($new.digest):\($prior.revision_at // 0)",
      severity: "wake", resets_on: "never",
      type: "http.value.changed",
      brief: "changed from \($old.text) to \($new.text)",
      data: {from: $old.text, to: $new.text} };

def observe:
  .now as $now | .responses[0] as $answer
  | .subjects[] | . as $subject | .config as $config | .prior as $prior
  | [$answer | down($config)] as $down
  | [$answer | certificate($config; $now)] as $certificate
  | if $answer.error.class == "rate_limited" and ($down | length) > 0 then
      {subject, attempted: true, complete: false, settled: false,
       error: ($answer.error + {retry_at: $answer.retry_at})}
    elif ($down | length) > 0 then
      {subject, revision: $prior.revision, complete: false,
       cursor: $prior.cursor,
       entries: ([{ key: "down",
         severity: "wake", resets_on: "absence",
         type: "http.down", ended_type: "http.up",
         brief: "down: \($down[0])",
         data: {status: $answer.status, why: $down[0]} }]
         + $certificate)}
    elif $answer.truncated and ($config.when or $config.changed) then
      {subject, revision: $prior.revision, complete: false,
       cursor: $prior.cursor, error: $answer.error, entries: $certificate}
    else
      {subject,
       revision: (.values.changed.digest // null),
       cursor: (if .values.changed then {changed: .values.changed}
         else null end),
       entries: ($certificate
         + [.values.when // {} | to_entries[] | select(.value.true)
            | condition]
         + [changed($prior)]),
       recheck_at: ($answer | same_until($config; $now))}
    end;

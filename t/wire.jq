# wire.jq: each line printed by a program against its type in sgt-events(7); one
# line a fault.  jq -r -f wire.jq LINES

def text: type == "string" and length > 0;
def texts: type == "array" and all(.[]; text);
def whole: type == "number" and floor == .;
def flag: type == "boolean";
def stamp: text and test("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$");
def id($prefix): text and test("^\($prefix)_[0-9a-f]{24}$");
def watch_id: text and test("^sen_[0-9A-HJKMNP-TV-Z]{26}$");
def among($words): . as $w | $words | index($w) != null;
def or_null(f): . == null or f;

def attributes:
  { specversion: (. == "1.0"), type: text, id: text, source: text,
    subject: text, time: text, subjects: texts, summary: text,
    terminal: flag, priority: among(["info", "attention", "critical"]),
    phase: among(["began", "still", "ended", "once"]), episode: id("evt"),
    coalescekey: text, recipients: (type == "array"),
    urgency: among(["fyi", "next-turn", "steer", "interrupt"]),
    watch: watch_id, verdict: id("vrd"), entrykey: text, revision: text,
    inbound: whole, last: flag, workspace: text, seq: whole, dataref: text,
    sessionid: text, lineage: texts, escalatedfrom: text,
    parked: among(["nobody", "closed", "paused", "dropped"]),
    datacontenttype: (. == "application/json"), data: true };

def known:
  { specversion: 1, type: 1, id: 1, source: 1, subject: 1, time: 1,
    subjects: 1, summary: 1, terminal: 1, priority: 1, phase: 1, episode: 1,
    coalescekey: 1, recipients: 1, urgency: 1, watch: 1, verdict: 1,
    entrykey: 1, revision: 1, inbound: 1, last: 1, workspace: 1, seq: 1,
    dataref: 1, sessionid: 1, lineage: 1, escalatedfrom: 1, parked: 1,
    consumerref: 1, datacontenttype: 1, data: 1 };

# name: what must hold of the member (null where it is absent)
def envelope:
  (keys - (known | keys) | .[] | "unknown attribute \(.)"),
  (["specversion", "type", "id", "source", "subject", "time"] - keys | .[]
    | "no \(.)"),
  (if has("time") and (.time | stamp | not) then "time \(.time)" else empty end),
  (to_entries[] | . as $e
    | if $e.key == "data" or $e.key == "consumerref" then empty
      else ($e.value | attributes[$e.key]) as $ok
      | if $ok then empty else "\($e.key) \($e.value | tojson)" end end);

def entry:
  ["key", "severity", "resets_on", "type"] - keys | .[] | "an entry without \(.)";

def error_classes:
  ["auth", "not_found", "rate_limited", "timeout", "network", "server",
   "malformed", "unsupported", "unknown"];

def body:
  if .type == "sergeant.watch.due" then
    (if .id | id("due") then empty else "id" end),
    (.data | (if .kind | text then empty else "data.kind" end),
      (if .config | type == "object" then empty else "data.config" end),
      (if .prior | or_null(type == "object") then empty else "data.prior" end))
  elif .type == "sergeant.observation" then
    (if .id | id("obs") then empty else "id" end),
    (.data | (if .attempted | flag then empty else "data.attempted" end),
      (if .complete | flag then empty else "data.complete" end),
      (if .settled | flag then empty else "data.settled" end),
      (if .error | or_null(.class | among(error_classes)) then empty
       else "data.error" end),
      (.entries[]? | entry),
      (if .entries | type == "array" then empty else "data.entries" end))
  elif .type | startswith("sergeant.verdict.") then
    (if .type | among(["quiet", "record", "wake", "terminal", "stop"]
        | map("sergeant.verdict.\(.)")) then empty else "type" end),
    (if .id | id("vrd") then empty else "id" end),
    (.data | (if .why | text then empty else "data.why" end),
      (if .keys | type == "array" then empty else "data.keys" end),
      (if .events | type == "array" then empty else "data.events" end),
      (.events[]? | envelope | "an event: \(.)"))
  elif .type | startswith("sergeant.receipt.") then
    (if .type | among(["journaled", "duplicate", "undeliverable"]
        | map("sergeant.receipt.\(.)")) then empty else "type" end),
    (if .id | id("rcp") then empty else "id" end),
    (.data | (if .event | text then empty else "data.event" end),
      (if .recipients | type == "array" then empty else "data.recipients" end))
  elif .type == "sergeant.inbox.message" then
    (if .id | id("msg") then empty else "id" end)
  elif .phase then
    (if .id | id("evt") then empty else "id" end),
    (["summary", "priority", "coalescekey", "subjects"] - keys | .[] | "no \(.)")
  else empty end;

. as $line | (envelope, body) | "\($line.type) \($line.id): \(.)"

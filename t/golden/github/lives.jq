# What must never be said of a state of walk.jq: $walk its lines, $got the answers.
# A line for each that was.
def keys_of: [.entries[]? | .key];

def has_key($lead): any(.[]; startswith($lead));

range($walk | length) as $i | $walk[$i].facts as $facts | $got[$i][0] as $result
| ($result | keys_of) as $keys
| ($keys | index("ready") != null) as $ready
| [ (if $result == null then "no answer" else empty end),
    (select($keys | (has_key("merged") or has_key("closed")) and length > 1)
     | "ended, and something else"),
    (select(($facts.state != "OPEN") != ($keys | has_key("merged") or has_key("closed")))
     | "its end"),
    (select(($keys | length) != ($keys | unique | length)) | "a key twice"),
    (select($ready and ($keys | has_key("red:") or has_key("conflict") or has_key("blocked")
       or has_key("missing:") or has_key("changes_requested:") or has_key("thread:")
       or has_key("queue") or has_key("unknown:mergeable"))) | "ready, and what hinders it"),
    (select($keys | has_key("green") and (has_key("red:") or has_key("cancelled:")
       or has_key("action:") or has_key("unknown:"))) | "green, and a check that is not"),
    (select($ready and ($result | has("complete") and .complete == false)) | "ready, not whole"),
    # the rule again, said plainly
    (select($ready and ($facts.state != "OPEN" or $facts.draft or $facts.lag or ($facts.more and $facts.rows != [])
       or $facts.mergeable != "MERGEABLE" or $facts.queue != null
       or $facts.decision == "CHANGES_REQUESTED"
       or any($facts.opinions[]; .state == "CHANGES_REQUESTED")
       or any($facts.threads[]; .resolved | not)
       or $facts.merge == "DIRTY" or $facts.merge == "UNKNOWN"
       or ($facts.cross and $facts.rows == []))) | "ready too early") ]
| .[] | {i: $i, what: ., keys: $keys, facts: $facts}

# $cases: {name, in, want, must_not, brief}; $got: what the kind said of each.
# Gives a line for each case that was answered otherwise.  Records, which nobody
# is woken for, are no part of these tables.
def said:
  if type == "string" then .
  else [.[] | {subject, complete: (if has("complete") then .complete else true end),
    error: (.error.class? // null), too_heavy: (.too_heavy // false),
    entries: ([.entries[]? | select(.severity != "record")
      | {key, severity, resets_on}] | sort_by(.key))}] end;

def keys_of:
  [.[]?.entries[]?.key];

($cases | length) as $n
| (if $n == ($got | length) and $n > 0 then empty
   else "\($n) cases, \($got | length) answers" end),
  (range($n) as $i | $cases[$i] as $case | $got[$i] as $result
   | ($case.want) as $want | ($result | said) as $said
   | select(($want != null and $said != $want)
       or ($case.keys != null and $case.keys != ([$result[]?.entries[]?
         | select(.severity != "record") | .key] | sort))
       or any($case.must_not[]?; . as $key | $result | keys_of | index($key) != null)
       or ($case.brief | . != null and (. as $brief
         | any($result[].entries[]?; .key == "ready" and (.brief | contains($brief)))
         | not)))
   | {name: $case.name, $said, $want, keys: $case.keys})

# $cases of asks.jq and what was $got: a line for each that asks otherwise.
range([$cases, $got | length] | max) as $i | $cases[$i] as $case
| ($got[$i] | if type != "array" then . else
    [.[] | .variables = (.body // "{}" | fromjson | .variables)] end) as $asked
| select($case == null or ($asked | type != "array")
    or ($asked | length) != ($case.asks | length)
    or any(range($asked | length); . as $k | $asked[$k] | contains($case.asks[$k]) | not))
| {name: $case.name, asks: $case.asks, $asked}

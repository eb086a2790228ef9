# $cases of rules.jq and what was $got: a line for each that was answered otherwise.
range([$cases, $got | length] | max) as $i | $cases[$i] as $case | $got[$i] as $result
| select($case == null or ($result | type != "array" or length != 1)
    or ([$result[0].entries[]?.key] | sort) != $case.keys
    or ($result[0] | contains($case.is) | not))
| {name: $case.name, keys: $case.keys, is: $case.is, $result}

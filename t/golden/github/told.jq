# $cases of a step and what was $got: a line for each that was not as told, and
# last the priors of the next step, by name.
def keys_of: [.entries[]? | .key] | sort;

(range($cases | length) as $i | $cases[$i] as $case | $got[$i][0] as $result
 | select(($result | keys_of) != $case.keys
     or ($case.last and $case.is != null and ($result.entries[0]
       | contains($case.is) | not))
     or ($case.last and $case.late == true
       and $result.entries[0].data.late != true))
 | {name: $case.name, keys: ($got[$i] | if type == "string" then . else .[0] | keys_of end),
    want: $case.keys}),
{priors: ([range($cases | length) as $i | $cases[$i] as $case | $got[$i][0] as $result
  | {($case.name): {revision: $result.revision, cursor: $result.cursor,
      revision_at: (if $case.in.subjects[0].prior.revision == $result.revision
        then $case.in.subjects[0].prior.revision_at else $case.in.now end)}}] | add)}

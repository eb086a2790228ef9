# A line of bugs.jsonl about a repository, likewise: of its members, whose keys
# begin with their numbers there, and of itself, which is only a record.
select(.kind == "github_repository") | . as $case
| (.subjects[0].id | capture("^github[.]com/(?<owner>[^/]+)/(?<repo>[^/]+)$")) as $names
| "github:\($names.owner)/\($names.repo)" as $subject
| (.prior.cursor | fromdateiso8601) as $at
| {name: .ref,
   in: {now: (.now * 1000),
     subjects: [{$subject, $names, config: {}, values: null,
       prior: {revision: null, revision_at: null,
         cursor: {b: $at, u: $at, m: 1000, o: .prior.open}}}],
     responses: [{id: "list 1", header: .input.headers, retry_at: null,
       not_after: null, hash: "", truncated: false, error: null}
       + (.input | {status, body})]},
   want: ([.input.body.data.repository.pullRequests.nodes[].number as $n
       | {subject: "\($subject)#\($n)", complete: true, error: null,
          too_heavy: false,
          entries: [$case.expect_entries[]
            | select(.key | startswith("\($n):"))
            | {key: (.key | ltrimstr("\($n):")),
               severity: (.severity | ascii_downcase),
               resets_on: (.resets_on | ascii_downcase)}]}]
     + [{$subject, complete: .expect.complete, error: .expect.error,
         too_heavy: false, entries: []}]),
   must_not: .must_not, brief: null}

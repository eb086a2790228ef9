# A line of bugs.jsonl about a run of a workflow, likewise.
select(.kind == "github_workflow_run") | . as $case
| (.subjects[0].id
   | capture("^github[.]com/(?<owner>[^/]+)/(?<repo>[^/]+)/actions/runs/(?<run>[0-9]+)$"))
  as $names
| "github:\($names.owner)/\($names.repo)/actions/runs/\($names.run)" as $subject
| {name: .ref,
   in: {now: (.now * 1000),
     subjects: [{$subject, $names, config: {}, values: null,
       prior: {revision: null, revision_at: null, cursor: null}}],
     responses: [{id: "run \($subject)", header: .input.headers, retry_at: null,
       not_after: null, hash: "", truncated: false, error: null}
       + (.input | {status, body})]},
   want: [{$subject, complete: .expect.complete, error: .expect.error,
     too_heavy: false,
     entries: [.expect_entries[] | {key, severity: (.severity | ascii_downcase),
       resets_on: (.resets_on | ascii_downcase)}] | sort_by(.key)}],
   must_not: .must_not, brief: null}

# A saved answer of t/golden/kinds/github_repository to {what, base, in}: what
# observe is given, whole and with each of its facts in turn for want of itself.
.given as $given
| {now: 1796054400000, responses: $given.responses, subjects: [{
    subject: .subject, names: {owner: "acme", repo: "widgets"}, config: {},
    values: null, looked_at: 1796054340000,
    prior: ($given.prior // {revision: null, revision_at: null, cursor: null})}]}
| . as $in
| {what: null, in: $in},
  ([paths | select(.[0] == "responses" and .[2] == "body")]
   | unique[] as $path
   # these are never null, or there is no answer: GitHub's schema
   | select($path[-1] | IN("number", "headRefOid", "updatedAt", "checks", "id") | not)
   | {what: $path, in: ($in | setpath($path; null))})

# git: where a ref is, or the refs that a pattern names; by ls-remote, which
# writes nothing.  Read with sgt-kind(7).

# No prompt, no other transport, no helper that might ask.
def environment:
  { GIT_ALLOW_PROTOCOL: "file:https:ssh", GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "", SSH_ASKPASS: "", GIT_OPTIONAL_LOCKS: "0",
    GIT_SSH_COMMAND: "ssh -oBatchMode=yes -oConnectTimeout=10" };

def git($id; $config):
  {id: $id, argv: (["git"] + .), env: environment}
  + (if $config.timeout then {timeout: $config.timeout} else {} end);

def patterns:
  if startswith("refs/") or . == "HEAD" then [.]
  else ["refs/heads/\(.)", "refs/tags/\(.)"] end;

def is_pattern:
  contains("*");

# "SHA\tREF" lines, those we asked for.
def refs:
  [.body | if type == "string" then split("\n")[] else empty end
   | split("\t") | select(length == 2)
   | {ref: .[1], sha: .[0]}
   | select((.sha | test("^[0-9a-f]{40,64}$"))
       and (.ref | test("\\^\\{\\}$|\\s") | not))];

def here($names):
  refs as $all | [$names[] as $n | $all[] | select(.ref == $n)][0];

def answer($id):
  [.responses[] | select(.id == $id)][0];

def short:
  .[:7];

# Second round: does the new head contain the old one?  Only a path can tell.
def ancestry:
  .responses as $responses | .subjects[] | . as $s
  | select(.names.path and (.names.ref | is_pattern | not))
  | ({responses: $responses} | answer("refs")
     | select(.status == 0) | here($s.names.ref | patterns)) as $now
  | select($now != null and ($s.prior.revision // "" | test("^[0-9a-f]{40,64}$"))
      and $s.prior.revision != $now.sha)
  | ["-C", .names.path, "merge-base", "--is-ancestor",
     .prior.revision, $now.sha] | git("ancestry"; $s.config);

def requests:
  if .responses == [] then
    .subjects[] | .config as $config
    | (["ls-remote", "--quiet", "--", .names.where]
       + (.names.ref | patterns)) | git("refs"; $config)
  elif (.responses | length) == 1 then ancestry
  else empty end;

def why_down:
  if .timed_out then "no answer in time"
  elif .missing then "cannot run git: \(.missing)"
  elif .signal then "git was ended by signal \(.signal)"
  else
    ([.complaint | split("\n")[] | select(. != "")] | .[0] // "git ended with \(.status)")
    | sub("^(fatal|error): "; "") | .[:300]
  end;

def down($why):
  { key: "down", severity: "wake", resets_on: "absence",
    type: "git.down", ended_type: "git.up",
    brief: "down: \($why)", data: {why: $why} };

def moved($ref; $old; $new; $at; $forward):
  { key: "head:\($new):\($at // 0)", severity: "wake", resets_on: "never",
    data: {ref: $ref, from: $old, to: $new} }
  + if $forward == true then
      { type: "git.commit.pushed",
        brief: "new commit \($new | short) on \($ref) (was \($old | short))" }
    elif $forward == false then
      { type: "git.ref.moved",
        brief: "\($ref) was moved to \($new | short), which does not contain \($old | short)" }
    else
      { type: "git.ref.updated",
        brief: "\($ref) is at \($new | short) (was \($old | short))" }
    end;

def one($prior; $forward):
  . as $answer | .s as $s | ($s.names.ref | patterns) as $names
  | ($answer | here($names)) as $now
  | if $now == null then
      {subject: $s.subject, cursor: $prior.cursor,
       entries: [{ key: "gone", severity: "wake", resets_on: "absence",
         type: "git.ref.deleted", ended_type: "git.ref.created",
         brief: "there is no ref \($s.names.ref)",
         data: {ref: $s.names.ref} }]}
    else
      {subject: $s.subject, revision: $now.sha,
       cursor: {ref: $now.ref},
       entries: [select(($prior.revision // $now.sha) != $now.sha)
         | moved($now.ref; $prior.revision; $now.sha; $prior.revision_at;
             $forward)]}
    end;

# Members first, the collection last.  Its cursor is where each ref was.
def many($prior):
  .s as $s | .hash as $hash | refs as $refs
  | ($prior.cursor.refs // null) as $old
  | ($refs | map({key: .ref, value: .sha[:12]}) | from_entries) as $new
  | if ($new | tojson | length) > 15000 then
      {subject: $s.subject, complete: false,
       error: {class: "unsupported",
         brief: "\($refs | length) refs are too many: narrow the pattern"}}
    else
      ($refs[] | select($old != null and $old[.ref] != .sha[:12])
       | {subject: "git:\($s.names.where)#\(.ref)",
          collection: $s.subject, revision: .sha,
          entries: [if $old[.ref] then
             moved(.ref; $old[.ref]; .sha; $prior.revision_at; null)
           else
             { key: "created:\(.sha):\($prior.revision_at // 0)",
               severity: "wake", resets_on: "never",
               type: "git.ref.created",
               brief: "new ref \(.ref) at \(.sha | short)",
               data: {ref: .ref, to: .sha} }
           end]}),
      {subject: $s.subject, revision: $hash, cursor: {refs: $new},
       entries: [$refs[] | { key: "ref:\(.ref)", severity: "record",
         resets_on: "absence", type: "git.ref.seen",
         ended_type: "git.ref.deleted", brief: .ref }]}
    end;

def observe:
  .now as $now | answer("refs") as $refs | answer("ancestry") as $ancestry
  | .subjects[] | . as $s | .prior as $prior
  | ($refs + {s: $s})
  | if .status != 0 then
      why_down as $why
      | {subject: $s.subject, revision: $prior.revision, complete: false,
         cursor: $prior.cursor, entries: [down($why)]}
    elif $s.names.ref | is_pattern then many($prior)
    else
      one($prior; if $ancestry == null then null
        else {"0": true, "1": false}[$ancestry.status | tostring] end)
      + {recheck_at: ($now + 3600000)}
    end;

# A ref is part of its repository.
def hierarchy:
  [., sub("#.*$"; "")];

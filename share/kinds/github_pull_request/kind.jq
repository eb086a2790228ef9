# github_pull_request: one pull request.  Read with sgt-kind(7); what is asked
# and what it means is in github_pull.jq.
#
# While they are asked every 15 s a short question comes first: a settled one that
# answers it as it did when it was last read in full is left as it is, for a
# minute.  The cursor's g is what it answered then.

# What changes with all that matters, without the rows.
def short_fields:
  "state isDraft headRefOid mergeable mergeStateStatus reviewDecision isInMergeQueue updatedAt comments{totalCount}reviews{totalCount}reviewThreads{totalCount}commits(last:1){nodes{commit{oid statusCheckRollup{state contexts{checkRunCountsByState{state count}statusContextCountsByState{state count}}}}}}";

def short_of:
  .commits.nodes[0].commit as $commit
  | [.state, .isDraft, .headRefOid, .mergeable, .mergeStateStatus,
     .reviewDecision, .isInMergeQueue, .updatedAt, .comments.totalCount,
     .reviews.totalCount, .reviewThreads.totalCount, $commit.oid,
     ($commit.statusCheckRollup
      | .state, (.contexts | [.checkRunCountsByState, .statusContextCountsByState
          | .[]? | select(.count > 0) | "\(.state) \(.count)"] | sort[]))]
  | map(tostring) | join(" ");

def ask_short:
  (.subjects[0].names | gh_home) as $home | .subjects
  | ask_each("short"; $home; "Short";
      "s@:repository(owner:$o@,name:$r@){pullRequest(number:$n@){...Short}}";
      "fragment Short on PullRequest{" + short_fields + "}");

def is_short:
  .responses[0].id == "short";

# What each of them answered.
def short_answers:
  (.responses[0] | told) as $data
  | [range(.subjects | length) as $i | $data["s\($i)"].pullRequest?
     | if type == "object" then short_of else null end];

def is_unmoved($short; $now):
  .looked_at > $now - $kind.constants.short_for
  and $short != null and $short == cursor.g;

# The call without the short question, for the rest.
def in_full($shorts):
  .now as $now
  | {now, responses: .responses[1:],
     subjects: [range(.subjects | length) as $i | .subjects[$i]
       | select(is_unmoved($shorts[$i]; $now) | not)]};

# Why it says nothing; a server that does not know these fields may know others.
def short_failed($now):
  .responses[0] | gh_failed($now) | if .sort == "schema" then null else . end;

# Where the whole question was refused this one would be, too.
def may_be_short:
  all(.subjects[]; .hot == true and cursor.q == null);

def requests:
  if .responses == [] and may_be_short then ask_short
  elif is_short then
    .now as $now
    | select(short_failed($now) == null)
    | in_full(short_answers) | select(.subjects != []) | pull_requests
  else pull_requests end;

def observe:
  if is_short | not then pull_observe
  else
    .now as $now | .subjects as $subjects
    | short_failed($now) as $failed
    | if $failed != null then $subjects[] | failed(.; $failed)
      else
        short_answers as $shorts
        | (reduce range($subjects | length) as $i ({};
            .[$subjects[$i].subject] = $shorts[$i])) as $answered
        | (range($subjects | length) as $i | $subjects[$i]
           | select(is_unmoved($shorts[$i]; $now))
           | {subject, attempted: false}),
          (in_full($shorts) | select(.subjects != []) | pull_observe
           | $answered[.subject] as $short
           # the same short answer does not mean the same a minute later
           | del(.recheck_at)
           | if .settled != false and .complete != false and .error == null
               and $short != null then .cursor.g = $short else . end)
      end
  end;

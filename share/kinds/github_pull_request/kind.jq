# github_pull_request: one pull request.  Read with sgt-kind(7); what is asked
# and what it means is in github_pull.jq.

def requests:
  pull_requests;

def observe:
  pull_observe;

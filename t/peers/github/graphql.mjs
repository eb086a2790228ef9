// The world as GitHub's schema tells it: what graphql-js asks of a field is a
// member of these objects, or a function of its arguments.
import { GraphQLError, execute } from "graphql";
import { cost } from "./cost.mjs";
import { read, schema } from "./schema.mjs";
import { sha, workflowId } from "./world.mjs";

const at = (cursor) => Number(Buffer.from(cursor, "base64").toString().slice(7));
const cursor = (i) => Buffer.from(`cursor:${i}`).toString("base64");

// first, last, after, before over an array
function connection(items, args = {}) {
  let from = args.after ? at(args.after) + 1 : 0;
  let to = args.before ? at(args.before) : items.length;
  if (args.first != null) to = Math.min(to, from + args.first);
  if (args.last != null) from = Math.max(from, to - args.last);
  const nodes = items.slice(from, to);
  return {
    totalCount: items.length,
    nodes,
    edges: nodes.map((node, i) => ({ node, cursor: cursor(from + i) })),
    pageInfo: {
      hasNextPage: to < items.length,
      hasPreviousPage: from > 0,
      startCursor: nodes.length > 0 ? cursor(from) : null,
      endCursor: nodes.length > 0 ? cursor(to - 1) : null,
    },
  };
}

function notFound(message) {
  const e = new GraphQLError(message);
  e.sort = "NOT_FOUND";
  return e;
}

export class Answers {
  constructor(world, base) {
    this.world = world;
    this.base = base;
  }

  actor(login) {
    if (login === null) return null;
    const isBot = login.endsWith("[bot]");
    const name = login.replace("[bot]", "");
    return {
      __typename: isBot ? "Bot" : "User", id: `U_${name}`, login: name, name, databaseId: 1,
      url: `${this.base}/${name}`, resourcePath: `/${name}`, avatarUrl: `${this.base}/${name}.png`,
    };
  }

  counts(rows, of) {
    const by = new Map();
    for (const r of rows) by.set(of(r), (by.get(of(r)) ?? 0) + 1);
    return [...by].map(([state, count]) => ({ state, count }));
  }

  isRequired(repo, name, args) {
    if (args.pullRequestNumber === undefined && args.pullRequestId === undefined)
      throw new GraphQLError("one of pullRequestId and pullRequestNumber is needed");
    return repo.required.includes(name);
  }

  row(row, commit) {
    const { repo } = commit;
    if (row.context !== undefined)
      return {
        __typename: "StatusContext", id: `SC_${row.id}`, context: row.context, state: row.state,
        description: row.description, targetUrl: `${this.base}/status/${row.id}`, createdAt: row.at,
        isRequired: (args) => this.isRequired(repo, row.context, args),
      };
    const { suite } = row;
    const url = `${this.base}/${repo.name}/runs/${row.id}`;
    return {
      __typename: "CheckRun", id: `CR_${row.id}`, databaseId: row.id, name: row.name, status: row.status,
      conclusion: row.conclusion, startedAt: row.startedAt, completedAt: row.completedAt, url,
      detailsUrl: url, permalink: url, resourcePath: new URL(url).pathname,
      isRequired: (args) => this.isRequired(repo, row.name, args),
      checkSuite: {
        id: `CS_${suite.id}`, databaseId: suite.id, app: { id: `A_${suite.app.slug}`, ...suite.app, name: suite.app.slug },
        workflowRun: suite.run && this.run(suite.run),
      },
    };
  }

  run(run) {
    const state = this.world.runState(run);
    return {
      __typename: "WorkflowRun", id: `WFR_${run.id}`, databaseId: run.id, runNumber: 1, event: run.event,
      createdAt: run.created, updatedAt: run.started, url: `${this.base}/runs/${run.id}`,
      workflow: { id: `W_${run.name}`, databaseId: workflowId(run.name), name: run.name },
      checkSuite: {
        id: `CS_${run.id}`, status: state.status.toUpperCase(), conclusion: state.conclusion?.toUpperCase() ?? null,
        updatedAt: run.started, commit: () => this.commit(run.commit),
      },
    };
  }

  commit(commit) {
    const { world } = this;
    const url = `${this.base}/${commit.repo.name}/commit/${commit.oid}`;
    const rollup = () => {
      const state = world.rollup(commit);
      const checks = commit.rows.filter((r) => r.context === undefined);
      const statuses = commit.rows.filter((r) => r.context !== undefined);
      return state && {
        id: `SCR_${commit.oid}`, state, commit: () => this.commit(commit),
        contexts: (args) => ({
          ...connection(commit.rows.map((r) => this.row(r, commit)), args),
          checkRunCount: checks.length, statusContextCount: statuses.length,
          checkRunCountsByState: this.counts(checks, (r) => r.conclusion ?? r.status),
          statusContextCountsByState: this.counts(statuses, (r) => r.state),
        }),
      };
    };
    return {
      __typename: "Commit", id: `C_${commit.oid}`, oid: commit.oid, abbreviatedOid: commit.oid.slice(0, 7),
      committedDate: commit.at, authoredDate: commit.at, messageHeadline: "Change", messageBody: "", message: "Change",
      url, resourcePath: new URL(url).pathname, statusCheckRollup: rollup,
      checkSuites: (args) => connection([...commit.suites.values()].filter((s) => s.run).map((s) => this.run(s.run).checkSuite), args),
    };
  }

  review(r, pull) {
    return {
      __typename: "PullRequestReview", id: `PRR_${r.id}`, fullDatabaseId: String(r.id), databaseId: 1, state: r.state,
      submittedAt: r.at, createdAt: r.at, updatedAt: r.at, author: this.actor(r.author), authorAssociation: "MEMBER",
      authorCanPushToRepository: true, body: "", commit: () => this.commit(pull.repo.commits.get(r.oid)),
      includesCreatedEdit: false, isMinimized: false, viewerDidAuthor: false, reactionGroups: [], url: this.url(pull),
    };
  }

  comment(c, pull) {
    return {
      __typename: "IssueComment", id: `IC_${c.id}`, fullDatabaseId: String(c.id), createdAt: c.at, updatedAt: c.at,
      author: this.actor(c.author), authorAssociation: "MEMBER", body: "", isMinimized: false, includesCreatedEdit: false,
      viewerDidAuthor: c.author === "me", reactionGroups: [], url: this.url(pull),
    };
  }

  thread(t, pull) {
    return {
      __typename: "PullRequestReviewThread", id: t.id, isResolved: t.resolved, isOutdated: false, isCollapsed: false,
      path: t.path, line: 1,
      comments: (args) => connection([{
        ...this.comment({ id: 1, author: t.author, at: pull.updatedAt }, pull), __typename: "PullRequestReviewComment",
      }], args),
    };
  }

  // when it was closed, reopened; itemTypes are CLOSED_EVENT, REOPENED_EVENT
  turns(pull, types) {
    const named = (t) => t.type.replace("Event", "_EVENT").toUpperCase();
    return pull.turns
      .filter((t) => !types || types.includes(named(t)))
      .map((t) => ({ __typename: t.type, id: `EV_${t.id}`, createdAt: t.at }));
  }

  url(pull) {
    return `${this.base}/${pull.repo.name}/pull/${pull.number}`;
  }

  pull(p) {
    const { world } = this;
    const url = this.url(p);
    // for seconds after a push the new head is served with the old commit
    const shown = p.showsLast ? p.last : p.head;
    return {
      __typename: "PullRequest", id: `PR_${p.id}`, fullDatabaseId: String(p.id), number: p.number, url, title: p.title,
      resourcePath: new URL(url).pathname, body: "", state: p.state, closed: p.state !== "OPEN", merged: p.state === "MERGED",
      isDraft: p.isDraft, mergedAt: p.mergedAt, closedAt: p.closedAt, createdAt: p.createdAt, updatedAt: p.updatedAt,
      baseRefName: p.base, baseRefOid: sha("base"), headRefName: p.branch, headRefOid: p.head.oid, isCrossRepository: p.cross,
      mergeable: p.mergeable, mergeStateStatus: world.mergeState(p), reviewDecision: world.decision(p),
      isInMergeQueue: p.queue !== null, isMergeQueueEnabled: p.queue !== null, autoMergeRequest: null,
      mergeQueueEntry: p.queue && {
        id: `MQE_${p.id}`, state: p.queue.state, position: 1, enqueuedAt: p.queue.at, headCommit: null,
      },
      author: this.actor(p.author), authorAssociation: "MEMBER", mergedBy: null, mergeCommit: null, potentialMergeCommit: null,
      headRepository: this.repository(p.repo), headRepositoryOwner: this.actor(p.repo.name.split("/")[0]),
      repository: this.repository(p.repo), baseRepository: this.repository(p.repo), milestone: null, reactionGroups: [],
      additions: 1, deletions: 1, changedFiles: 1, maintainerCanModify: false, locked: false,
      statusCheckRollup: this.commit(p.head).statusCheckRollup,
      commits: (args) => connection([{ __typename: "PullRequestCommit", id: `PRC_${p.head.oid}`, commit: this.commit(shown) }], args),
      reviewThreads: (args) => connection(p.threads.map((t) => this.thread(t, p)), args),
      latestOpinionatedReviews: (args) => connection(world.opinions(p).map((r) => this.review(r, p)), args),
      latestReviews: (args) => connection(world.opinions(p).map((r) => this.review(r, p)), args),
      reviews: (args) => connection(p.reviews.filter((r) => !args.states || args.states.includes(r.state)).map((r) => this.review(r, p)), args),
      comments: (args) => connection(p.comments.map((c) => this.comment(c, p)), args),
      reviewRequests: (args) => connection([], args), labels: (args) => connection([], args),
      timelineItems: (args) => connection(this.turns(p, args.itemTypes), args),
      assignees: (args) => connection([], args), projectCards: (args) => connection([], args),
    };
  }

  repository(repo) {
    const [owner, name] = repo.name.split("/");
    const pulls = () => [...repo.pulls.values()];
    const order = { UPDATED_AT: (p) => p.updatedAt, CREATED_AT: (p) => p.createdAt };
    return {
      __typename: "Repository", id: `R_${repo.id}`, databaseId: 1, name, nameWithOwner: repo.name, url: `${this.base}/${repo.name}`,
      owner: () => this.actor(owner), isPrivate: false, isFork: false, isArchived: false, viewerPermission: "WRITE",
      hasIssuesEnabled: true, mergeCommitAllowed: true, rebaseMergeAllowed: true, squashMergeAllowed: true, parent: null,
      defaultBranchRef: { id: `REF_${repo.id}`, name: "main", prefix: "refs/heads/" },
      pullRequest: ({ number }) => {
        if (!repo.pulls.has(number)) throw notFound(`Could not resolve to a PullRequest with the number of ${number}.`);
        return this.pull(repo.pulls.get(number));
      },
      pullRequests: (args) => {
        const by = order[args.orderBy?.field ?? "CREATED_AT"];
        const sign = args.orderBy?.direction === "DESC" ? -1 : 1;
        const list = pulls()
          .filter((p) => !args.states || args.states.includes(p.state))
          .filter((p) => !args.headRefName || args.headRefName === p.branch)
          .sort((a, b) => sign * (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : a.number - b.number));
        return connection(list.map((p) => this.pull(p)), args);
      },
      object: ({ oid }) => (repo.commits.has(oid) ? this.commit(repo.commits.get(oid)) : null),
      ref: ({ qualifiedName }) => ({
        id: `REF_${qualifiedName}`, name: qualifiedName, branchProtectionRule: null,
        rules: (args) => connection(this.rules(repo), args),
      }),
    };
  }

  rules(repo) {
    if (repo.required.length === 0) return [];
    return [{
      id: "RR_1", type: "REQUIRED_STATUS_CHECKS",
      parameters: {
        __typename: "RequiredStatusChecksParameters", strictRequiredStatusChecksPolicy: false,
        requiredStatusChecks: repo.required.map((context) => ({ context, integrationId: null })),
      },
    }];
  }

  node(id) {
    for (const repo of this.world.repos.values())
      for (const p of repo.pulls.values()) {
        if (`PR_${p.id}` === id) return this.pull(p);
        const thread = p.threads.find((t) => t.id === id);
        if (thread !== undefined) return this.thread(thread, p);
      }
    const run = this.world.runs.get(Number(/^WFR_(\d+)$/.exec(id)?.[1]));
    if (run !== undefined) return this.run(run);
    throw notFound(`Could not resolve to a node with the global id of '${id}'`);
  }

  root(spent) {
    const { world } = this;
    return {
      repository: ({ owner, name }) => {
        const repo = world.repo(`${owner}/${name}`);
        if (repo === undefined)
          throw notFound(`Could not resolve to a Repository with the name '${owner}/${name}'.`);
        return this.repository(repo);
      },
      viewer: () => this.actor("me"),
      node: ({ id }) => this.node(id),
      nodes: ({ ids }) => ids.map((id) => this.node(id)),
      rateLimit: {
        cost: spent.points, nodeCount: spent.nodes, limit: 5000, remaining: world.budget.graphql,
        used: 5000 - world.budget.graphql, resetAt: new Date(world.reset() * 1000).toISOString().replace(".000", ""),
      },
    };
  }

  // {answer, spent}: the whole body, and what it cost
  async ask({ query, variables, operationName }) {
    const { document, errors } = read(query);
    if (errors) return { answer: { errors } };
    const lacking = this.world.lacks.find((f) => new RegExp(`\\b${f}\\b`).test(query));
    if (lacking)
      return { answer: { errors: [{
        path: [], extensions: { code: "undefinedField" }, message: `Field '${lacking}' doesn't exist on type 'PullRequest'`,
      }] } };
    const spent = cost(schema, document, variables);
    if (spent.errors.length > 0) return { answer: { data: null, errors: spent.errors }, spent };
    this.world.budget.graphql -= spent.points;
    const done = await execute({
      schema, document, rootValue: this.root(spent), variableValues: variables, operationName,
    });
    const answer = { data: done.data ?? null };
    if (done.errors)
      answer.errors = done.errors.map((e) => ({
        ...(e.originalError?.sort ?? e.sort ? { type: e.originalError?.sort ?? e.sort } : {}),
        path: e.path, locations: e.locations, message: e.message,
      }));
    return { answer, spent };
  }
}

// The calls of the REST API that kinds make, and gh beside them.
import { workflowId } from "./world.mjs";

const lower = (s) => s?.toLowerCase() ?? null;

function pull(world, base, p) {
  return {
    id: p.id, number: p.number, html_url: `${base}/${p.repo.name}/pull/${p.number}`, title: p.title,
    state: p.state === "OPEN" ? "open" : "closed", draft: p.isDraft, merged: p.state === "MERGED",
    merged_at: p.mergedAt, closed_at: p.closedAt, created_at: p.createdAt, updated_at: p.updatedAt,
    mergeable: { MERGEABLE: true, CONFLICTING: false, UNKNOWN: null }[p.mergeable],
    mergeable_state: lower(world.mergeState(p)), user: { login: p.author, type: "User" },
    head: { ref: p.branch, sha: p.head.oid, repo: { full_name: p.cross ? `${p.author}/fork` : p.repo.name } },
    base: { ref: p.base, sha: "0".repeat(40), repo: { full_name: p.repo.name } },
  };
}

function run(world, base, r) {
  const state = world.runState(r);
  const suite = [...r.commit.suites.values()].find((s) => s.run === r);
  return {
    id: r.id, name: r.name, head_branch: "main", head_sha: r.commit.oid, path: ".github/workflows/ci.yml", run_number: 1,
    run_attempt: r.attempt, event: r.event, ...state, workflow_id: workflowId(r.name), check_suite_id: suite?.id ?? 1, pull_requests: [],
    html_url: `${base}/${r.commit.repo.name}/actions/runs/${r.id}`, created_at: r.created, updated_at: r.started,
    run_started_at: r.started,
  };
}

function check(base, commit, r) {
  return {
    id: r.id, name: r.name, head_sha: commit.oid, status: lower(r.status), conclusion: lower(r.conclusion),
    started_at: r.startedAt, completed_at: r.completedAt, html_url: `${base}/runs/${r.id}`, details_url: `${base}/runs/${r.id}`,
    app: { id: r.suite.app.databaseId, slug: r.suite.app.slug }, check_suite: { id: r.suite.id },
  };
}

function status(commit) {
  const newest = new Map();
  for (const r of commit.rows) if (r.context !== undefined) newest.set(r.context, r);
  const statuses = [...newest.values()].map((r) => ({
    id: r.id, context: r.context, state: lower(r.state), description: r.description, created_at: r.at, updated_at: r.at,
    target_url: "https://ci.example/",
  }));
  const bad = statuses.some((s) => ["failure", "error"].includes(s.state));
  const all = statuses.length > 0 && statuses.every((s) => s.state === "success");
  return { sha: commit.oid, state: bad ? "failure" : all ? "success" : "pending", total_count: statuses.length, statuses };
}

const page = (list, query) => {
  const size = Number(query.get("per_page") ?? 30);
  const from = (Number(query.get("page") ?? 1) - 1) * size;
  return list.slice(from, from + size);
};

// each: path, and what it answers; undefined is 404
export const calls = [
  [/^\/repos\/([^/]+\/[^/]+)\/pulls\/(\d+)$/, (w, b, [name, n]) => {
    const p = w.pull(name, n);
    return p && pull(w, b, p);
  }],
  [/^\/repos\/([^/]+\/[^/]+)\/pulls$/, (w, b, [name], query) => {
    const state = query.get("state") ?? "open";
    const list = [...(w.repo(name)?.pulls.values() ?? [])]
      .filter((p) => state === "all" || (state === "open") === (p.state === "OPEN"))
      .sort((x, y) => (x.updatedAt < y.updatedAt ? 1 : -1))
      .map((p) => pull(w, b, p));
    // lists carry neither of these
    return w.repo(name) && page(list, query).map(({ mergeable, mergeable_state, merged, ...rest }) => rest);
  }],
  [/^\/repos\/([^/]+\/[^/]+)\/issues\/(\d+)\/events$/, (w, b, [name, n], query) => {
    const p = w.pull(name, n);
    const turns = p?.turns.map((t) => ({ id: t.id, event: lower(t.type.replace("Event", "")), created_at: t.at }));
    return p && page([{ id: 1, event: "labeled", created_at: p.createdAt }, ...turns], query);
  }],
  [/^\/repos\/([^/]+\/[^/]+)\/pulls\/(\d+)\/reviews$/, (w, b, [name, n], query) => {
    const p = w.pull(name, n);
    return p && page(p.reviews.map((r) => ({
      id: r.id, state: r.state, submitted_at: r.at, commit_id: r.oid, user: { login: r.author, type: "User" },
    })), query);
  }],
  [/^\/repos\/([^/]+\/[^/]+)\/commits\/([0-9a-f]{40})\/check-runs$/, (w, b, [, oid], query) => {
    const c = w.commit(oid);
    const rows = c?.rows.filter((r) => r.context === undefined).map((r) => check(b, c, r));
    return c && { total_count: rows.length, check_runs: page(rows, query) };
  }],
  [/^\/repos\/([^/]+\/[^/]+)\/commits\/([0-9a-f]{40})\/status$/, (w, b, [, oid]) => {
    const c = w.commit(oid);
    return c && status(c);
  }],
  [/^\/repos\/([^/]+\/[^/]+)\/actions\/runs\/(\d+)$/, (w, b, [name, id]) => {
    const r = w.runs.get(Number(id));
    return r?.commit.repo === w.repo(name) ? run(w, b, r) : undefined;
  }],
  [/^\/repos\/([^/]+\/[^/]+)\/actions\/runs\/(\d+)\/jobs$/, (w, b, [, id]) => {
    const r = w.runs.get(Number(id));
    const jobs = r?.commit.rows.filter((row) => row.suite?.run === r)
      .map((row) => ({
        id: row.id, run_id: r.id, name: row.name, status: lower(row.status), conclusion: lower(row.conclusion),
        started_at: row.startedAt, completed_at: row.completedAt, html_url: `${b}/${r.commit.repo.name}/runs/${row.id}`,
      }));
    return r && { total_count: jobs.length, jobs };
  }],
  [/^\/repos\/([^/]+\/[^/]+)\/actions\/runs$/, (w, b, [name], query) => {
    const list = [...w.runs.values()]
      .filter((r) => r.commit.repo === w.repo(name))
      .filter((r) => !query.get("head_sha") || r.commit.oid === query.get("head_sha"))
      .filter((r) => !query.get("event") || r.event === query.get("event"))
      .reverse();
    return w.repo(name) && { total_count: list.length, workflow_runs: page(list.map((r) => run(w, b, r)), query) };
  }],
  [/^\/repos\/([^/]+\/[^/]+)\/rules\/branches\/(.+)$/, (w, b, [name]) => {
    const repo = w.repo(name);
    return repo && (repo.required.length === 0 ? [] : [{
      type: "required_status_checks",
      parameters: {
        strict_required_status_checks_policy: false,
        required_status_checks: repo.required.map((context) => ({ context })),
      },
    }]);
  }],
  [/^\/repos\/([^/]+\/[^/]+)$/, (w, b, [name]) => {
    const repo = w.repo(name);
    return repo && { id: repo.id, full_name: repo.name, default_branch: "main", private: false };
  }],
  [/^\/$|^\/meta$/, () => ({ verifiable_password_authentication: false, installed_version: "3.16.0" })],
  [/^\/user$/, () => ({ login: "me", id: 1 })],
];

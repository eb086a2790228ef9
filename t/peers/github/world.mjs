// What there is: repositories, their pull requests, commits, checks and runs,
// and the acts that change them.  No HTTP here, and no GraphQL.
import { createHash } from "node:crypto";

export const sha = (text) => createHash("sha1").update(text).digest("hex");
export const workflowId = (name) => parseInt(sha(name).slice(0, 7), 16);

const passes = new Set(["SUCCESS", "NEUTRAL", "SKIPPED"]);
const isPending = (row) =>
  row.context === undefined
    ? row.status !== "COMPLETED"
    : ["PENDING", "EXPECTED"].includes(row.state);
const isGood = (row) => passes.has(row.context === undefined ? row.conclusion : row.state);

export class World {
  repos = new Map();
  runs = new Map();
  faults = [];
  token = null;
  lacks = [];
  budget = { graphql: 5000, core: 5000 };
  #time = null;
  // beyond 2^31, as check runs are
  #id = 95528525000;

  id = () => ++this.#id;
  now = () => this.#time ?? Date.now();
  stamp = () => new Date(this.now()).toISOString().replace(/\.\d+Z$/, "Z");
  reset = () => Math.floor(this.now() / 3600000) * 3600 + 3600;

  repo(name) {
    return this.repos.get(name.toLowerCase());
  }

  pull(name, number) {
    return this.repo(name)?.pulls.get(Number(number));
  }

  commit(oid) {
    for (const repo of this.repos.values())
      if (repo.commits.has(oid)) return repo.commits.get(oid);
    return undefined;
  }

  // Newest of each check, by the greatest id; statuses by context.
  live(commit) {
    const newest = new Map();
    for (const row of commit.rows) {
      const key = row.context ?? `${row.suite.key}|${row.name}`;
      if (!(newest.get(key)?.id > row.id)) newest.set(key, row);
    }
    return [...newest.values()];
  }

  // null where the commit has nothing
  rollup(commit) {
    const rows = this.live(commit);
    if (rows.length === 0) return null;
    if (rows.some((r) => !isPending(r) && !isGood(r))) return "FAILURE";
    return rows.some(isPending) ? "PENDING" : "SUCCESS";
  }

  // The last opinion of each who has one.
  opinions(pull) {
    const last = new Map();
    for (const r of pull.reviews)
      if (["APPROVED", "CHANGES_REQUESTED", "DISMISSED"].includes(r.state))
        last.set(r.author, r);
    return [...last.values()];
  }

  decision(pull) {
    const opinions = this.opinions(pull);
    if (!pull.repo.reviews) return null;
    if (opinions.some((r) => r.state === "CHANGES_REQUESTED")) return "CHANGES_REQUESTED";
    const approved = opinions.filter((r) => r.state === "APPROVED").length;
    return approved >= pull.repo.reviews ? "APPROVED" : "REVIEW_REQUIRED";
  }

  isBlocked(pull) {
    const rows = this.live(pull.head);
    const unmet = pull.repo.required.some(
      (name) => !rows.some((r) => (r.context ?? r.name) === name && isGood(r)),
    );
    const decision = this.decision(pull);
    return unmet || (decision !== null && decision !== "APPROVED");
  }

  mergeState(pull) {
    if (pull.mergeState) return pull.mergeState;
    if (pull.state !== "OPEN" || pull.mergeable === "UNKNOWN") return "UNKNOWN";
    if (pull.mergeable === "CONFLICTING") return "DIRTY";
    if (pull.isDraft) return "DRAFT";
    if (this.isBlocked(pull)) return "BLOCKED";
    if (pull.behind) return "BEHIND";
    return this.live(pull.head).every(isGood) ? "CLEAN" : "UNSTABLE";
  }

  runState(run) {
    if (run.status) return { status: run.status, conclusion: run.conclusion ?? null };
    const rows = this.live(run.commit).filter((r) => r.suite?.run === run);
    if (rows.some(isPending)) return { status: "in_progress", conclusion: null };
    return { status: "completed", conclusion: rows.every(isGood) ? "success" : "failure" };
  }

  #commit(repo, oid) {
    const commit = { oid, repo, rows: [], suites: new Map(), at: this.stamp() };
    repo.commits.set(oid, commit);
    return commit;
  }

  #suite(commit, act) {
    const app = act.app ?? { databaseId: 15368, slug: "github-actions" };
    const event = act.event ?? "pull_request";
    const workflow = act.app ? null : (act.workflow ?? "CI");
    const key = `${app.slug}|${workflow}|${event}`;
    let suite = commit.suites.get(key);
    if (suite === undefined || act.fresh) {
      suite = { id: this.id(), key, app, event, workflow, commit };
      if (workflow !== null)
        suite.run = this.#run({ id: this.id(), name: workflow, event, commit });
      commit.suites.set(key, suite);
    }
    return suite;
  }

  #run(run) {
    const made = { attempt: 1, started: this.stamp(), created: this.stamp(), ...run };
    this.runs.set(made.id, made);
    return made;
  }

  // acts: each takes what it is about, and the act itself

  #acts = {
    at: (act) => (this.#time = Date.parse(act.at)),
    token: (act) => (this.token = act.token),
    budget: (act) => Object.assign(this.budget, act.budget),
    lacks: (act) => (this.lacks = act.fields),
    fault: (act) => this.faults.push({ times: 1, ...act }),
    calm: () => (this.faults = []),
    gone: (act) =>
      act.pull ? this.repo(act.repo).pulls.delete(act.pull) : this.repos.delete(act.repo.toLowerCase()),
    rules: (act) =>
      Object.assign(this.#repoOf(act), { required: act.required ?? [], reviews: act.reviews ?? 0 }),
    open: (act) => this.#open(act),
    push: (act) => this.#push(this.#pullOf(act), act),
    check: (act) => this.#check(this.#commitOf(act), act),
    status: (act) =>
      this.#commitOf(act).rows.push({
        id: this.id(), context: act.context, state: act.state, at: this.stamp(),
        description: act.description ?? "",
      }),
    review: (act) =>
      this.#touch(act).reviews.push({
        id: this.id(), author: act.author ?? "bea", state: act.state, at: this.stamp(),
        oid: this.#pullOf(act).head.oid,
      }),
    comment: (act) =>
      this.#touch(act).comments.push({ id: this.id(), author: act.author ?? "bea", at: this.stamp() }),
    thread: (act) =>
      this.#touch(act).threads.push({
        id: `PRRT_${this.id()}`, path: act.path ?? "a.c", author: act.author ?? "bea", resolved: false,
      }),
    resolve: (act) => this.#pullOf(act).threads.forEach((t) => (t.resolved = true)),
    set: (act) => Object.assign(this.#touch(act), act.values),
    queue: (act) =>
      (this.#touch(act).queue = act.state ? { state: act.state, at: this.stamp() } : null),
    merge: (act) =>
      Object.assign(this.#turn(act, "ClosedEvent"), {
        state: "MERGED", queue: null, closedAt: this.stamp(), mergedAt: this.stamp(),
      }),
    close: (act) => Object.assign(this.#turn(act, "ClosedEvent"), { state: "CLOSED", closedAt: this.stamp() }),
    reopen: (act) => Object.assign(this.#turn(act, "ReopenedEvent"), { state: "OPEN", closedAt: null }),
    run: (act) => {
      const repo = this.#repoOf(act);
      const { act: _act, repo: _repo, ...values } = act;
      const run = this.runs.get(act.id) ?? this.#run({ commit: this.#commit(repo, sha(`run ${act.id}`)), event: "push", name: "CI", id: act.id });
      Object.assign(run, values, values.attempt > 1 ? { started: this.stamp() } : {});
    },
  };

  act(act) {
    if (!Object.hasOwn(this.#acts, act.act)) throw new Error(`no act ${act.act}`);
    this.#acts[act.act](act);
  }

  #repoOf(act) {
    const key = act.repo.toLowerCase();
    if (!this.repos.has(key))
      this.repos.set(key, {
        id: this.id(), name: act.repo, pulls: new Map(), commits: new Map(), required: [], reviews: 0,
      });
    return this.repos.get(key);
  }

  #pullOf(act) {
    const pull = this.pull(act.repo, act.pull);
    if (pull === undefined) throw new Error(`no pull request ${act.repo}#${act.pull}`);
    return pull;
  }

  #touch(act) {
    const pull = this.#pullOf(act);
    pull.updatedAt = this.stamp();
    return pull;
  }

  #turn(act, type) {
    const pull = this.#touch(act);
    pull.turns.push({ type, id: this.id(), at: this.stamp() });
    return pull;
  }

  #commitOf(act) {
    return act.oid ? this.commit(act.oid) : this.#pullOf(act).head;
  }

  #open(act) {
    const repo = this.#repoOf(act);
    const count = act.count ?? 1;
    for (let n = act.pull; n < act.pull + count; n++) {
      const pull = {
        repo, number: n, id: this.id(), state: "OPEN", isDraft: act.draft ?? false,
        title: act.title ?? `Change ${n}`, author: act.author ?? "ann", branch: act.branch ?? `topic-${n}`,
        base: "main", cross: act.cross ?? false, mergeable: "MERGEABLE", reviews: [], comments: [],
        threads: [], queue: null, createdAt: this.stamp(), updatedAt: this.stamp(), closedAt: null,
        mergedAt: null, pushes: 0, turns: [],
      };
      repo.pulls.set(n, pull);
      this.#push(pull, act);
    }
  }

  #push(pull, act) {
    const oid = act.oid ?? sha(`${pull.repo.name}#${pull.number} ${pull.pushes}`);
    pull.pushes++;
    pull.last = pull.head;
    pull.head = this.#commit(pull.repo, oid);
    pull.updatedAt = this.stamp();
    for (const check of act.checks ?? []) this.#check(pull.head, check);
  }

  // One that has ended begins again as a new row of the same suite.
  #check(commit, act) {
    const suite = this.#suite(commit, act);
    const state = act.state.toUpperCase();
    const ended = !["QUEUED", "IN_PROGRESS", "PENDING", "WAITING", "REQUESTED"].includes(state);
    let row = commit.rows.findLast((r) => r.suite === suite && r.name === act.name);
    if (row === undefined || row.status === "COMPLETED") {
      if (row !== undefined && suite.run) suite.run.attempt++;
      row = { id: this.id(), name: act.name, suite, startedAt: null, completedAt: null };
      commit.rows.push(row);
    }
    row.status = ended ? "COMPLETED" : state;
    row.conclusion = ended ? state : null;
    if (state !== "QUEUED") row.startedAt ??= this.stamp();
    if (ended) row.completedAt = this.stamp();
  }
}

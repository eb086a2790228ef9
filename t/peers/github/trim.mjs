// trim.mjs <OPENAPI >SMALL: of GitHub's OpenAPI document (npm @octokit/openapi,
// api.github.com.json; MIT) the calls that kinds make, and what they refer to,
// below the path of a server of one's own.
import { readFileSync } from "node:fs";

const calls = [
  "/repos/{owner}/{repo}/pulls/{pull_number}",
  "/repos/{owner}/{repo}/pulls",
  "/repos/{owner}/{repo}/commits/{ref}/status",
  "/repos/{owner}/{repo}/actions/runs",
  "/repos/{owner}/{repo}/actions/runs/{run_id}",
  "/repos/{owner}/{repo}/actions/runs/{run_id}/jobs",
  "/repos/{owner}/{repo}/issues/{issue_number}/events",
];

const full = JSON.parse(readFileSync(0, "utf8"));
const small = {
  openapi: full.openapi,
  info: { title: full.info.title, version: full.info.version, license: full.info.license },
  paths: {},
  components: {},
};
for (const path of calls) small.paths[`/api/v3${path}`] = { get: full.paths[path].get };

function follow(node) {
  if (node === null || typeof node !== "object") return;
  if (typeof node.$ref === "string") {
    const [, , sort, name] = node.$ref.split("/");
    small.components[sort] ??= {};
    if (small.components[sort][name] !== undefined) return;
    small.components[sort][name] = full.components[sort][name];
    follow(small.components[sort][name]);
    return;
  }
  for (const value of Object.values(node)) follow(value);
}
follow(small.paths);
// the media type that GitHub recommends, which its document leaves out
for (const { get } of Object.values(small.paths))
  for (const { content } of Object.values(get.responses))
    if (content?.["application/json"])
      content["application/vnd.github+json"] = content["application/json"];
process.stdout.write(JSON.stringify(small));

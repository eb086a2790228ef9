// queries.mjs <BODIES: each line a body {"query","variables"} as it was sent.
// Prints "PULLS REQUESTS POINTS NODES" for each that GitHub's schema takes, and
// what is wrong with the others; status 1 where there are such.
import { readFileSync } from "node:fs";
import { cost } from "./cost.mjs";
import { read, schema } from "./schema.mjs";

let bad = 0;
for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const { query, variables } = JSON.parse(line);
  const { document, errors } = read(query);
  const c = document && cost(schema, document, variables);
  const wrong = errors ?? c.errors;
  for (const e of wrong) console.log(e.message);
  bad += wrong.length;
  if (wrong.length > 0) continue;
  const roots = document.definitions.find((d) => d.kind === "OperationDefinition").selectionSet;
  const pulls = roots.selections.filter((s) => s.name.value === "repository").length;
  console.log(`${pulls} ${c.requests} ${c.points} ${c.nodes}`);
}
process.exitCode = bad > 0 ? 1 : 0;

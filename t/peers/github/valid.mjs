// valid.mjs <QUERIES: bodies of GraphQL requests, a line each, held to GitHub's
// schema; prints what is wrong, and how many there were.
import { readFileSync } from "node:fs";
import { read } from "./schema.mjs";

const lines = readFileSync(0, "utf8").trim().split("\n");
for (const line of lines) {
  const { query } = JSON.parse(line);
  for (const { message } of read(query).errors ?? []) console.log(`${message}: ${query}`);
}
console.log(`${lines.length} queries`);

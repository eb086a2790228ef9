// cloudevents.mjs <LINES: is each line a CloudEvent 1.0, by the schema that the
// CloudEvents SDK ships and by rules the SDK leaves open (names of attributes,
// control characters, duplicate source and id)?  Status 1 and a line a fault.
import { readFileSync } from "node:fs";
import validate from "cloudevents/dist/schema/v1.js";

const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(0));
const isEvent = validate.default ?? validate;
// DESIGN.md 5: the only attributes that are arrays
const arrays = new Set(["subjects", "lineage", "recipients"]);
const seen = new Map();
let bad = 0;

function faults(line, event) {
  const found = [];
  if (!isEvent(event))
    found.push(...isEvent.errors.map((e) => `${e.instancePath} ${e.message}`));
  if (event.specversion !== "1.0") found.push("specversion is not 1.0");
  for (const [name, value] of Object.entries(event)) {
    if (name === "data") continue;
    if (!/^[a-z0-9]{1,20}$/.test(name)) found.push(`attribute name ${name}`);
    if (Array.isArray(value) ? !arrays.has(name) : typeof value === "object")
      found.push(`${name} is no attribute's type`);
    if (typeof value === "number" && !Number.isSafeInteger(value))
      found.push(`${name} is no integer`);
    for (const s of [value].flat())
      if (typeof s === "string" && /[\u0000-\u001f\u007f-\u009f]/.test(s))
        found.push(`control character in ${name}`);
  }
  const key = `${event.source} ${event.id}`;
  if ((seen.get(key) ?? line) !== line)
    found.push(`source and id are those of another line: ${key}`);
  seen.set(key, line);
  return found;
}

if (text !== "" && !text.endsWith("\n")) {
  console.log("no newline at the end");
  bad++;
}
const lines = text.split("\n").slice(0, -1);
lines.forEach((line, i) => {
  for (const fault of faults(line, JSON.parse(line))) {
    console.log(`${i + 1}: ${fault}`);
    bad++;
  }
});
console.log(`${lines.length} lines, ${bad} faults`);
process.exit(bad === 0 ? 0 : 1);

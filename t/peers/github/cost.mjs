// What a query costs, by the documented rules: each connection from which nodes
// are taken needs first or last, 1 to 100; a request for each, as often as all
// limits above it are reached; points are a hundredth of that, rounded, at
// least 1; at most 500,000 possible nodes.
import { GraphQLObjectType, getNamedType } from "graphql";

const isConnection = (type) => type instanceof GraphQLObjectType && type.name.endsWith("Connection");
const taken = new Set(["nodes", "edges"]);

function limitOf(field, variables) {
  const arg = field.arguments?.find((a) => ["first", "last"].includes(a.name.value));
  if (arg === undefined) return null;
  return arg.value.kind === "Variable" ? variables[arg.value.name.value] : Number(arg.value.value);
}

// What was given, and the defaults of what was not.
function valuesOf(operation, given) {
  const values = { ...given };
  for (const d of operation.variableDefinitions ?? [])
    if (d.defaultValue) values[d.variable.name.value] ??= Number(d.defaultValue.value);
  return values;
}

// Does the selection take nodes, itself or in a fragment?
function takes(set, fragments) {
  return set.selections.some((s) =>
    s.kind === "Field"
      ? taken.has(s.name.value)
      : takes(s.kind === "FragmentSpread" ? fragments[s.name.value].selectionSet : s.selectionSet, fragments),
  );
}

export function cost(schema, document, given) {
  let variables = {};
  const fragments = {};
  const operations = [];
  for (const d of document.definitions)
    if (d.kind === "FragmentDefinition") fragments[d.name.value] = d;
    else operations.push(d);
  const said = { requests: 0, nodes: 0, errors: [] };

  function walk(set, type, times) {
    for (const s of set.selections) {
      if (s.kind === "FragmentSpread") {
        const f = fragments[s.name.value];
        walk(f.selectionSet, schema.getType(f.typeCondition.name.value), times);
      } else if (s.kind === "InlineFragment") {
        walk(s.selectionSet, s.typeCondition ? schema.getType(s.typeCondition.name.value) : type, times);
      } else if (s.selectionSet && !s.name.value.startsWith("__")) {
        const inner = getNamedType(type.getFields()[s.name.value].type);
        walk(s.selectionSet, inner, connection(s, inner, times));
      }
    }
  }

  function connection(field, type, times) {
    const name = field.name.value;
    if (!isConnection(type) || !takes(field.selectionSet, fragments)) return times;
    const limit = limitOf(field, variables);
    if (limit === null || limit === undefined)
      said.errors.push({
        type: "MISSING_PAGINATION_BOUNDARIES",
        message: `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
      });
    else if (!(limit >= 1 && limit <= 100))
      said.errors.push({
        type: "EXCESSIVE_PAGINATION",
        message: `Requesting ${limit} records on the \`${name}\` connection exceeds the \`first\` limit of 100 records.`,
      });
    said.requests += times;
    said.nodes += times * (limit ?? 1);
    return times * (limit ?? 1);
  }

  for (const o of operations) {
    variables = valuesOf(o, given);
    walk(o.selectionSet, schema.getQueryType(), 1);
  }
  if (said.nodes > 500000)
    said.errors.push({
      type: "MAX_NODE_LIMIT_EXCEEDED",
      message: `This query requests up to ${said.nodes} possible nodes which exceeds the maximum limit of 500,000.`,
    });
  return { ...said, points: Math.max(1, Math.round(said.requests / 100)) };
}

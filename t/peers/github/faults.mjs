// What goes wrong, by order of the test.

const secondary = {
  message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
  documentation_url: "https://docs.example/rest/using-the-rest-api/rate-limits#about-secondary-rate-limits",
};

// The fault that a request meets, counted; undefined for none.
export function meet(world, path) {
  const f = world.faults.find((x) => x.times !== 0 && new RegExp(x.match ?? "graphql").test(path));
  if (f !== undefined) f.times--;
  return f;
}

// Instead of an answer.  True where there is to be none after it.
export async function instead(f, { send, socket, isGraphql }) {
  switch (f.kind) {
    case "primary":
      if (isGraphql)
        send(200, { errors: [{ type: "RATE_LIMITED", message: "API rate limit already exceeded for user ID 1." }] }, { "x-ratelimit-remaining": "0" });
      else send(403, { message: "API rate limit exceeded for user ID 1." }, { "x-ratelimit-remaining": "0" });
      return true;
    case "secondary":
      send(f.status ?? 403, secondary, f.retry ? { "retry-after": String(f.retry) } : {});
      return true;
    case "html":
      send(f.status ?? 200, "<!DOCTYPE html><title>Unicorn</title>", { "content-type": "text/html" });
      return true;
    case "http":
      send(f.status, f.body ?? { message: "no" }, f.headers ?? {});
      return true;
    case "truncated":
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{\"data\":{\"s0\":");
      socket.end();
      return true;
    case "reset":
      socket.resetAndDestroy();
      return true;
    case "slow":
      await new Promise((resolve) => setTimeout(resolve, f.ms));
      return false;
    default:
      return false;
  }
}

function spoil(f, answer, alias) {
  const repository = answer.data[alias];
  const commit = repository?.pullRequest?.commits?.nodes?.[0]?.commit;
  answer.errors ??= [];
  switch (f.kind) {
    case "missing":
      delete answer.data[alias];
      break;
    case "partial":
      if (commit?.checks) commit.checks.contexts.nodes = commit.checks.contexts.nodes.map(() => null);
      answer.errors.push({
        type: "FORBIDDEN", path: [alias, "pullRequest", "commits", "nodes", 0, "commit", "checks", "contexts", "nodes", 0],
        message: "Resource not accessible by personal access token",
      });
      break;
    case "limits":
      answer.data[alias] = null;
      answer.errors.push({
        type: "RESOURCE_LIMITS_EXCEEDED", path: [alias], message: "Resource limits for this query exceeded.",
      });
      break;
  }
}

// An answer of which some is wrong: of the aliases from f.from on (0), or all.
export function afterwards(f, answer) {
  if (!answer.data) return answer;
  const aliases = Object.keys(answer.data).filter((a) => a !== "rateLimit");
  for (const alias of aliases.slice(f.from ?? 0)) spoil(f, answer, alias);
  if (answer.errors?.length === 0) delete answer.errors;
  return answer;
}

// github.mjs FOLDER: GitHub on a free port of 127.0.0.1, for tests.  GraphQL is
// GitHub's own schema; the world behind it is made by acts, one a line, POSTed
// to /_/.  FOLDER gets port, requests (a line each: METHOD PATH STATUS and what
// it cost) and queries (the bodies of GraphQL, a line each); where it has
// key.pem and cert.pem, the same is on 127.0.0.2 over https, and on tls-port.
// A folder POSTed to /_/another gets a world and ports of its own: to read the
// schema takes longer than most tests.
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { afterwards, instead, meet } from "./github/faults.mjs";
import { Answers } from "./github/graphql.mjs";
import { calls } from "./github/rest.mjs";
import { World } from "./github/world.mjs";

const etagOf = (text) => `W/"${createHash("sha256").update(text).digest("hex")}"`;

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function isKnown(world, request) {
  const [scheme, token] = (request.headers.authorization ?? "").split(" ");
  return world.token === null || (/^(bearer|token)$/i.test(scheme) && token === world.token);
}

// What it is about: path without GHES's prefix, query.
function target(request) {
  const url = new URL(request.url, "http://x");
  const path = url.pathname.replace(/^\/api\/graphql$/, "/graphql").replace(/^\/api\/v3(?=\/|$)/, "") || "/";
  return { path, told: path + url.search, query: url.searchParams, isGraphql: path === "/graphql" };
}

function rest({ world, answers }, { path, query }) {
  for (const [pattern, answer] of calls) {
    const found = pattern.exec(path);
    if (found === null) continue;
    const said = answer(world, answers.base, found.slice(1), query);
    return said === undefined ? [404, { message: "Not Found" }] : [200, said];
  }
  return [404, { message: "Not Found" }];
}

async function graphql({ folder, answers }, body, fault) {
  let asked;
  try {
    asked = JSON.parse(body);
  } catch {
    return [400, { message: "Problems parsing JSON" }];
  }
  appendFileSync(`${folder}/queries`, `${JSON.stringify(asked)}\n`);
  const { answer, spent } = await answers.ask(asked);
  const pulls = (asked.query.match(/\brepository\(/g) ?? []).length;
  if (fault?.kind === "heavy" && pulls > fault.max)
    return fault.status ? [fault.status, "<html>", ""] : [200, afterwards({ kind: "limits", from: fault.max }, answer), `pulls=${pulls}`];
  const note = spent ? `pulls=${pulls} requests=${spent.requests} points=${spent.points} nodes=${spent.nodes}` : "refused";
  return [200, fault ? afterwards(fault, answer) : answer, note];
}

async function serve(hub, request, response) {
  const { folder, world } = hub;
  const where = target(request);
  const body = await bodyOf(request);

  function send(status, said, headers = {}, note = "") {
    const text = said === null ? "" : typeof said === "string" ? said : JSON.stringify(said);
    const resource = where.isGraphql ? "graphql" : "core";
    appendFileSync(`${folder}/requests`, `${[request.method, where.told, status, note].join(" ").trim()}\n`);
    response.writeHead(status, {
      "content-type": "application/json; charset=utf-8", "x-ratelimit-limit": "5000", "x-ratelimit-resource": resource,
      "x-ratelimit-remaining": String(world.budget[resource]), "x-ratelimit-reset": String(world.reset()), ...headers,
    });
    response.end(text);
  }

  if (where.path === "/_/") {
    for (const line of body.split("\n").filter(Boolean)) world.act(JSON.parse(line));
    response.end();
    return;
  }
  if (where.path === "/_/another") {
    await open(body);
    response.end();
    return;
  }
  if (!isKnown(world, request)) {
    send(401, { message: "Bad credentials", status: "401" });
    return;
  }
  const fault = meet(world, where.path);
  if (fault && (await instead(fault, { send, socket: request.socket, ...where }))) {
    if (["truncated", "reset"].includes(fault.kind))
      appendFileSync(`${folder}/requests`, `${request.method} ${where.told} ${fault.kind}\n`);
    return;
  }
  if (where.isGraphql) {
    const [status, said, note] = await graphql(hub, body, fault);
    send(status, said, {}, note);
    return;
  }
  const [status, said] = rest(hub, where);
  const etag = etagOf(JSON.stringify(said));
  if (status === 200 && request.headers["if-none-match"] === etag) {
    send(304, null, { etag });
    return;
  }
  world.budget.core--;
  send(status, said, status === 200 ? { etag } : {});
}

function listen(server, address, file) {
  return new Promise((resolve) =>
    server.listen(0, address, () => {
      writeFileSync(file, `${server.address().port}\n`);
      resolve();
    }));
}

async function open(folder) {
  const world = new World();
  const hub = { folder, world, answers: new Answers(world, "https://github.example") };
  const handler = (request, response) =>
    serve(hub, request, response).catch((e) => {
      console.error(e);
      response.writeHead(500);
      response.end(String(e));
    });

  if (existsSync(`${folder}/key.pem`)) {
    const tls = { key: readFileSync(`${folder}/key.pem`), cert: readFileSync(`${folder}/cert.pem`) };
    await listen(https.createServer(tls, handler), "127.0.0.2", `${folder}/tls-port`);
  }
  await listen(http.createServer(handler), "127.0.0.1", `${folder}/port`);
}

await open(process.argv[2]);

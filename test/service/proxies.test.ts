import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import type { Flags } from "../../src/config.ts";
import { findPort } from "../support/service/executable.ts";
import { temporaryFolder } from "../support/service/process.ts";
import { eventually, METRICS_TOKEN, startTestService } from "../support/service/service.ts";

const AGENT = "User-Agent: curl/7.88.1\r\nAccept: */*";
const REAL_IP = "X-Real-IP: 192.0.2.7\r\nX-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https";
const FORWARDED = "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Host: board.example\r\nX-Forwarded-Proto: http";
const FOREIGN = "Origin: https://board.example\r\nReferer: https://board.example/";

type RequestText = (path: string, own: string) => string;

const get =
  (version: string, host: string | undefined, ...lines: readonly string[]): RequestText =>
  (path, own) =>
    [`GET ${path} HTTP/${version}`, `Host: ${host ?? own}`, ...lines, "", ""].join("\r\n");

/** What reaches the service, by what passes it on. Without a host it is where the service listens, as nginx names it. */
const REQUESTS: readonly (readonly [name: string, request: RequestText])[] = [
  ["nobody in between", get("1.1", undefined, AGENT)],
  ["nobody, from a page of another site", get("1.1", undefined, FOREIGN)],
  ["nobody, in HTTP/1.0", get("1.0", undefined, AGENT)],
  ["nginx of Debian", get("1.0", undefined, "Connection: close", AGENT)],
  ["nginx with HTTP/1.1", get("1.1", undefined, "Connection: close", AGENT)],
  ["nginx with HTTP/1.1 that keeps connections", get("1.1", undefined, AGENT)],
  ["nginx with HTTP/1.1, from a page of the site", get("1.1", undefined, "Connection: close", FOREIGN)],
  ["nginx with proxy_params", get("1.0", "board.example", REAL_IP, "Connection: close", AGENT)],
  ["nginx with HTTP/1.1 and proxy_params", get("1.1", "board.example", REAL_IP, "Connection: close", AGENT)],
  ["HAProxy", get("1.1", "board.example", AGENT.toLowerCase())],
  ["HAProxy, for HTTP/1.0", get("1.0", "board.example", "connection: keep-alive")],
  ["HAProxy, for a caller who names this machine", get("1.1", undefined)],
  ["Caddy", get("1.1", "board.example", AGENT, FORWARDED)],
  ["Caddy, for a caller who names this machine", get("1.1", undefined, FORWARDED)],
];

/** A file that needs the pro plan, one that needs none, and the metrics. */
const PATHS = ["/analytics/platform-share.csv", "/markets.csv", "/metrics"];
const FREE = [401, 200, 401];

const PROXIED: Flags = { "public-url": "https://board.example", "trusted-proxies": "127.0.0.1" };

async function open(host: string, flags: Flags = {}, isDemo = false) {
  const service = await startTestService({ flags: { host, ...flags }, isDemo });
  const own = new URL(service.url).host;
  return async (request: RequestText): Promise<readonly number[]> => {
    const statuses: number[] = [];
    for (const path of PATHS) statuses.push(await statusOf(service.port, host, request(path, own)));
    return statuses;
  };
}

/** The status of the answer to these bytes. */
async function statusOf(port: number, host: string, bytes: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = connect(port, host, () => socket.write(bytes));
  socket.on("error", reject);
  socket.once("data", (data) => {
    resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString())?.[1]));
    socket.destroy();
  });
  return promise;
}

describe("what a service gives without a key and without a token", async () => {
  const reaches: readonly (readonly [where: string, host: string, flags: Flags])[] = [
    ["IPv4", "127.0.0.1", {}],
    ["IPv6", "::1", {}],
    ["IPv4, with a public address and a trusted proxy", "127.0.0.1", PROXIED],
  ];
  for (const [where, host, flags] of reaches) {
    const ask = await open(host, flags);
    for (const [name, request] of REQUESTS) {
      it(`is the free plan and no metrics through ${name} (${where})`, async () => {
        assert.deepEqual(await ask(request), FREE);
      });
    }
  }

  it("is what the operator says, but for the metrics", async () => {
    const ask = await open("127.0.0.1", { "pages-tier": "pro" });
    for (const [name, request] of REQUESTS) assert.deepEqual(await ask(request), [200, 200, 401], name);
  });

  it("is the sample data of a demo on a loopback address, but for the metrics", async () => {
    const ask = await open("127.0.0.1", {}, true);
    for (const [name, request] of REQUESTS) assert.deepEqual(await ask(request), [200, 200, 401], name);
  });
});

const hasNginx = spawnSync("nginx", ["-v"]).status === 0;

/** Ways to pass requests on, as servers of nginx. */
const NGINX_SERVERS = [
  "",
  "proxy_http_version 1.1;",
  'proxy_http_version 1.1; proxy_set_header Connection "";',
  "proxy_set_header Host $host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
];

describe("nginx before a service", { skip: !hasNginx && "nginx is not installed" }, () => {
  it("passes the metrics on to callers with the token, whatever it makes of a request", async () => {
    const service = await startTestService();
    const { host } = new URL(service.url);
    const servers: { readonly port: number; readonly text: string }[] = [];
    for (const lines of NGINX_SERVERS) {
      const port = await findPort();
      const location = `location / { proxy_pass http://${host}; ${lines} }`;
      servers.push({ port, text: `server { listen 127.0.0.1:${port}; ${location} }` });
    }
    await startNginx(servers.map(({ text }) => text));
    for (const { port, text } of servers) {
      const ask = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
      const live = () => ask("/healthz").then(({ ok }) => ok, () => false); // biome-ignore format: one line
      await eventually("nginx", live);
      const statuses: number[] = [];
      for (const path of PATHS) statuses.push((await ask(path)).status);
      assert.deepEqual(statuses, FREE, text);
      assert.equal((await ask("/metrics", { Authorization: `Bearer ${METRICS_TOKEN}` })).status, 200, text);
    }
  });
});

const OPERATORS_PAGE = readFileSync(new URL("../../.deploy/README.md", import.meta.url), "utf8");

/** Starts a proxy as the operator's page prints it, but for names, ports and the certificate. */
const PRINTED: Readonly<Record<string, (text: string, port: number) => Promise<void>>> = {
  nginx: (text, port) => startNginx([`server { listen 127.0.0.1:${port}; ${text} }`]),
  async caddy(text, port) {
    const file = join(temporaryFolder(), "Caddyfile");
    writeFileSync(file, `{\n  admin off\n}\n${text.replace("board.example", `http://127.0.0.1:${port}`)}\n`);
    runProxy("caddy", "run", "--adapter", "caddyfile", "--config", file);
  },
  async haproxy(text, port) {
    const file = join(temporaryFolder(), "haproxy.cfg");
    const plain = text.replace(/bind .*/, `bind 127.0.0.1:${port}`);
    writeFileSync(file, `${plain}\n`);
    runProxy("haproxy", "-f", file);
  },
};

function runProxy(program: string, ...args: readonly string[]): void {
  const proxy = spawn(program, args, { stdio: "ignore", env: { ...process.env, HOME: temporaryFolder() } });
  after(async () => {
    proxy.kill();
    if (proxy.exitCode === null) await once(proxy, "exit");
  });
}

/** As another machine, which is no proxy, would ask for a key; gives the status. */
async function makeKey(url: string, forwardedFor: string): Promise<number> {
  const headers = { "X-Forwarded-For": forwardedFor };
  const asked = request(url, { method: "POST", headers, localAddress: "127.0.0.2" }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

describe("a proxy as .deploy/README.md prints it", () => {
  for (const [name, startPrinted] of Object.entries(PRINTED)) {
    const isThere = spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
    it(`passes on who asks, whatever the caller says, and streams as they come: ${name}`, {
      skip: !isThere && `${name} is not installed`,
    }, async () => {
      const service = await startTestService({ flags: { ...PROXIED, "keys-per-hour": "2" } });
      const [, text = ""] = new RegExp(`\`\`\`${name}\\n(.*?)\`\`\``, "s").exec(OPERATORS_PAGE) ?? [];
      const port = await findPort();
      await startPrinted(text.replace("127.0.0.1:8080", `127.0.0.1:${service.port}`), port);
      const url = `http://127.0.0.1:${port}`;
      await eventually(name, () => fetch(`${url}/healthz`).then(({ ok }) => ok, () => false)); // biome-ignore format: one line
      const statuses: number[] = [];
      for (const said of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) {
        statuses.push(await makeKey(`${url}/api/v1/keys?name=a&email=a@example.com`, said));
      }
      assert.deepEqual(statuses, [201, 201, 429]);
      assert.equal((await fetch(`${url}/metrics`)).status, 401);
      const owner = { name: "Ada", email: "ada@example.com", tier: "pro" } as const;
      const { secret } = await service.context.commands.createKey(owner);
      const stream = await fetch(`${url}/api/v1/stream`, { headers: { "X-API-Key": secret } });
      const reader = stream.body?.getReader();
      assert.match(new TextDecoder().decode((await reader?.read())?.value), /^retry: \d+\n/);
      await reader?.cancel();
    });
  }
});

async function startNginx(servers: readonly string[]): Promise<void> {
  const folder = temporaryFolder();
  const file = join(folder, "nginx.conf");
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const http = `http { access_log off; ${places.join(" ")} ${servers.join("\n")} }`;
  writeFileSync(file, `daemon off; pid ${folder}/pid; error_log stderr crit; events {}\n${http}\n`);
  const nginx = spawn("nginx", ["-p", folder, "-c", file], { stdio: "ignore" });
  after(async () => {
    nginx.kill();
    await once(nginx, "exit");
  });
}

import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { connect } from "node:net";
import { prisma } from "@/lib/platform/db";
import { MICRO } from "@/lib/platform/money";
import { defaultWallets } from "@/prisma/seed/wallets";
import { reportDeposit } from "@/tests/factories/deposits";
import { fund } from "@/tests/factories/funds";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { until } from "@/tests/support/poll";
import { freePort } from "@/tests/support/processes/app-process";
import { IS_SHORT } from "@/tests/support/size";

// The API is answered by the server itself, or by Next (API_PATH): docs/decisions/platform/direct-api.md. Two
// instances on one database, one each way, are asked the same, and have to say the same.

// The build may have to be made first.
jest.setTimeout(300_000);

type Site = { name: string; port: number; process: ChildProcess };
type Asked = { method: string; path: string; headers?: Record<string, string>; body?: string };

const UNKNOWN_ID = "01920000-0000-7000-8000-000000000000";
const LANES = 6;
/** How often two answers are compared: a price may come in between, or a second end. */
const TRIES = 8;
const SECRETS = {
  CRON_SECRET: "the-outside-clock-of-the-test",
  METRICS_TOKEN: "the-watch-of-the-test",
};
/** The connection's own, which say how an answer is sent and not what it is. */
const OF_CONNECTION = new Set(
  "connection content-encoding content-length date keep-alive transfer-encoding x-request-id".split(
    " ",
  ),
);

let sites: [Site, Site];
let said = "";

async function start(name: string): Promise<Site> {
  const port = await freePort();
  const child = fork("dist/server.mjs", {
    env: {
      ...process.env,
      ...SECRETS,
      NODE_ENV: "production",
      API_PATH: name,
      PORT: String(port),
      HOST: "127.0.0.1",
      NEXTAUTH_URL: "http://127.0.0.1:1",
      MARKET_SOURCE: "simulated",
      MARKET_TICK_MS: "60000",
      RATE_LIMIT_FACTOR: "1000",
      LOG_LEVEL: "error",
    },
    silent: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
    });
  }
  let isReady = false;
  child.on("message", () => {
    isReady = true;
  });
  await until(`${name} is ready`, () => isReady || child.exitCode !== null, 60_000);
  if (!isReady) throw new Error(`It did not start:\n${said}`);
  return { name, port, process: child };
}

beforeAll(async () => {
  execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "pipe" });
  await prisma.wallet.createMany({ data: defaultWallets });
  sites = [await start("direct"), await start("next")];
});
afterAll(async () => {
  for (const { process: child } of sites ?? []) child.kill("SIGKILL");
});

/** An answer as far as it must be the same, in one text. */
async function answerOf({ port }: Site, { path, ...init }: Asked): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual", ...init });
  const { vary = "", ...headers } = Object.fromEntries(
    [...response.headers].filter(([name]) => !OF_CONNECTION.has(name)),
  );
  // Next says of everything that it depends on how its own router asks.
  headers.vary = vary.replace(/(?:rsc|next-[\w-]+)(?:, )?/g, "");
  const body = Buffer.from(await response.arrayBuffer())
    .toString("latin1")
    .replaceAll(`:${port}`, "")
    .replace(/T\d\d:\d\d:\d\d\.\d{3}Z/g, "")
    .replace(/"(requestId|ageMs|settlementAgeMs|oldestMs)":("[\w-]+"|[\d.]+)/g, "$1");
  return JSON.stringify({ status: response.status, headers, body });
}

/** What the two answer, or null when it is the same. */
async function difference(asked: Asked): Promise<object | null> {
  let answers: [string, string] = ["", ""];
  for (let tries = 0; tries < TRIES; tries++) {
    answers = await Promise.all([answerOf(sites[0], asked), answerOf(sites[1], asked)]);
    if (answers[0] === answers[1]) return null;
    // Guesses at secrets are counted in the database.
    if (answers.some((answer) => answer.startsWith('{"status":429')))
      await prisma.rateLimit.deleteMany();
  }
  const [direct, next] = answers.map((answer) => answer.slice(0, 1_000));
  return { ...asked, direct, next };
}

async function differences(all: Asked[]): Promise<object[]> {
  const waiting = [...all];
  const found: object[] = [];
  const lane = async () => {
    for (let asked = waiting.shift(); asked; asked = waiting.shift()) {
      const different = await difference(asked);
      if (different) found.push(different);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return found;
}

/** Every documented path, with an id that nothing has, and its methods. */
async function documented(): Promise<[string, string[]][]> {
  const response = await fetch(`http://127.0.0.1:${sites[0].port}/api/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, object> };
  return Object.entries(paths).map(([path, operations]) => [
    path.replace(/\{\w+\}/g, UNKNOWN_ID),
    Object.keys(operations)
      .map((name) => name.toUpperCase())
      .filter((name) => /^(GET|POST|PUT|PATCH|DELETE)$/.test(name)),
  ]);
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** A stranger and whoever may call; in a whole run of `npm test` one of them a path, in turn. */
const callersOf = (insider: { authorization: string }, index: number) => {
  const both = [{}, insider];
  return IS_SHORT ? both.slice(index % 2, (index % 2) + 1) : both;
};

it("answers every endpoint alike, to strangers, users and staff", async () => {
  const [{ user, token }, admin] = await Promise.all([signedInUser(), signedInAdmin()]);
  const month = user.createdAt.toISOString().slice(0, 7);
  await fund({ user: user.id, kind: "available", currency: "USDT" }, 100n * MICRO);
  const wallet = await prisma.wallet.findFirstOrThrow({ where: { currency: "USDT" } });
  const { deposit } = (await reportDeposit(token, wallet)).body;
  const paths = await documented();
  expect(paths.length).toBeGreaterThan(150);
  // Half a body: whoever may call is refused for it, and nothing is changed.
  const half = { body: "{", type: { "content-type": "application/json" } };
  const asked = paths.flatMap(([path, methods], index): Asked[] => {
    const insider = bearer(path.startsWith("/api/admin/") ? admin.token : token);
    const wrong = methods.includes("PATCH") ? "PUT" : "PATCH";
    return [
      ...methods.flatMap((method) =>
        callersOf(insider, index).map((caller): Asked => {
          if (method === "GET") return { method, path, headers: caller };
          return { method, path, headers: { ...half.type, ...caller }, body: half.body };
        }),
      ),
      { method: ["HEAD", "OPTIONS", wrong][index % 3] ?? "", path },
    ];
  });
  const files: Asked[] = [
    [deposit.proofUrl, token],
    ["/api/user/transactions?format=csv", token],
    ["/api/admin/users?format=csv&limit=100", admin.token],
    [`/api/user/statements/${month}?format=csv`, token],
    [`/api/user/statements/${month}?format=html`, token],
    [`/api/user/transactions?limit=1&unknown=%F0%9F%98%80&limit=2`, token],
    [`/api/trades/user?status=a&status=b`, token],
    ["/api/metrics", "wrong"],
    ["/api/admin/users", token],
    ["/api/trades/user", admin.token],
    ["/api/auth/session", token],
  ].map(([path = "", secret = ""]) => ({ method: "GET", path, headers: bearer(secret) }));
  expect(await differences(files)).toEqual([]);
  expect(await differences(asked)).toEqual([]);
  // Each has the time of its making in it.
  const pdf = {
    method: "GET",
    path: `/api/user/statements/${month}?format=pdf`,
    headers: bearer(token),
  };
  for (const site of sites) {
    expect(await answerOf(site, pdf)).toMatch(/"status":200,.*application\/pdf.*"body":"%PDF-1/);
  }
  // Lines of the log from errors on.
  expect(said).not.toMatch(/"level":[56]0/);
});

const line = (method: string, target: string, headers = "", version = "1.1") =>
  `${method} ${target} HTTP/${version}\r\nHost: site\r\n${headers}`;
const get = (target: string, headers = "") =>
  `${line("GET", target, headers)}Connection: close\r\n\r\n`;
const post = (headers: string, body: string) =>
  `${line("POST", "/api/auth/login", headers)}Connection: close\r\n\r\n${body}`;

const RAW: Record<string, string> = {
  "a slash at the end": get("/api/realtime/"),
  "a slash at the end of a POST": `${line("POST", "/api/trades/", "Content-Length: 0\r\n")}Connection: close\r\n\r\n`,
  "two slashes": get("/api//realtime"),
  "two slashes at first": get("//api/realtime"),
  "a backslash": get("/api\\realtime"),
  "the whole API": get("/api"),
  "the whole API as a folder": get("/api/"),
  "nothing there": get("/api/nothing"),
  "nothing there, HEAD": `${line("HEAD", "/api/nothing")}Connection: close\r\n\r\n`,
  dots: get("/api/x/../realtime"),
  "dots as numbers": get("/api/x/%2e%2E/realtime"),
  "a letter as a number": get("/api/re%61ltime"),
  "a slash as a number": get("/api/trades/a%2Fb/receipt"),
  "half a character": get("/api/trades/%zz/receipt?a=%zz"),
  "a semicolon": get("/api/realtime;a=b"),
  "a fragment": get("/api/realtime#x"),
  "another site's address": get("http://other/api/realtime"),
  "a host that is none": get("/api/realtime").replace("site", "a b"),
  "no host": "GET /api/realtime HTTP/1.1\r\nConnection: close\r\n\r\n",
  "no host in 1.0": "GET /api/realtime HTTP/1.0\r\n\r\n",
  "a GET with a body": `${get("/api/realtime", "Content-Length: 5\r\n")}hello`,
  "an unknown method": `${line("PROPFIND", "/api/realtime")}Connection: close\r\n\r\n`,
  "an unknown path of next-auth": get("/api/auth/nothing"),
  "two tokens": get("/api/auth/profile", "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n"),
  "no JSON": post("Content-Length: 3\r\nContent-Type: application/json\r\n", "{{{"),
  "a form of another site": post("Sec-Fetch-Site: cross-site\r\nContent-Length: 2\r\n", "{}"),
  "in parts": post("Transfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n"),
  "length and parts": post(
    "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
    "2\r\n{}\r\n0\r\n\r\n",
  ),
  "two lengths": post("Content-Length: 2\r\nContent-Length: 3\r\n", "{}"),
  "an odd coding": post("Transfer-Encoding: chunked, gzip\r\n", "2\r\n{}\r\n0\r\n\r\n"),
  "a length that is none": post("Content-Length: +2\r\n", "{}"),
  "after 100": post("Expect: 100-continue\r\nContent-Length: 2\r\n", "{}"),
  "an odd expectation": post("Expect: x\r\nContent-Length: 2\r\n", "{}"),
  "too long": post("Content-Length: 70000\r\n", "x".repeat(70_000)),
  "too long in parts": post(
    "Transfer-Encoding: chunked\r\n",
    `11170\r\n${"x".repeat(70_000)}\r\n0\r\n\r\n`,
  ),
  "a header that is too long": get("/api/realtime", `X: ${"x".repeat(20_000)}\r\n`),
  "several at once": [
    `${line("GET", "/api/realtime")}\r\n`,
    `${line("POST", "/api/auth/login", "Content-Length: 70000\r\n")}\r\n${"x".repeat(70_000)}`,
    `${line("HEAD", "/api/openapi.json")}\r\n`,
    get("/api/nothing"),
  ].join(""),
  "a change of protocol": `${line("GET", "/api/realtime", "Upgrade: websocket\r\n")}Connection: Upgrade\r\n\r\n`,
};

/** What comes back until the server ends the connection: status lines, headers and JSON. */
async function rawAnswer({ port }: Site, bytes: string): Promise<string[]> {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  await new Promise<void>((resolve) => {
    socket.on("data", (chunk: Buffer) => {
      heard += chunk.toString("latin1");
    });
    // What is refused early ends with a reset.
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
    socket.write(bytes);
  });
  const lines = heard
    .split(/\r\n|(?<=\})(?=HTTP)/)
    .map((text) => text.replace(/(?:rsc|next-[\w-]+)(?:, )?/g, "").trim())
    .filter((text) => !OF_CONNECTION.has(text.split(":")[0]?.toLowerCase() ?? ""))
    .map((text) => (/^(?:HTTP|[\w-]+: )/.test(text) ? text.toLowerCase() : text))
    .filter((text) => text !== "" && text !== "vary:" && !/^[\da-f]{1,4}$/.test(text));
  return [...(heard.match(/HTTP\/1.\d \d+/g) ?? []), ...lines.sort()];
}

it("answers alike what no client of ours sends", async () => {
  for (const [name, bytes] of Object.entries(RAW)) {
    const [direct, next] = await Promise.all(sites.map((site) => rawAnswer(site, bytes)));
    expect([name, direct]).toEqual([name, next]);
  }
});

it("ends alike with a sender that goes away half-way", async () => {
  const half = `${line("POST", "/api/auth/login", "Content-Length: 500\r\n")}\r\n{`;
  for (const { port } of sites) {
    const socket = connect(port, "127.0.0.1");
    await new Promise<void>((resolve) => socket.write(half, () => resolve()));
    socket.destroy();
  }
  for (const site of sites) {
    expect(await answerOf(site, { method: "GET", path: "/api/realtime" })).toContain(
      '"status":200',
    );
  }
});

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { toAppError } from "@/lib/platform/errors";
import type { RouteHandler } from "@/lib/platform/http";
import { takesCoding } from "@/lib/platform/http/codings";
import { directApi } from "@/lib/platform/http/direct";
import { refuseFileChange } from "@/lib/platform/http/methods";
import { clientIp, readBody } from "@/lib/platform/http/request";
import { errorResponse, jsonResponse } from "@/lib/platform/http/respond";
import { until } from "@/tests/support/poll";

const tell: RouteHandler = async (request, { params }) => {
  const { pathname, search } = new URL(request.url);
  return jsonResponse({ method: request.method, pathname, search, params: await params }, 200);
};
const names = async (request: Request) => {
  // Whoever copies the headers reads all of them, as they came.
  const copied = new Headers(request.headers);
  const said = [request.headers, copied].map((headers) => [
    clientIp(headers),
    headers.get("authorization"),
  ]);
  return jsonResponse({ said }, 200);
};
let endings: string[] = [];
const bodyBy = (onPart?: () => void) => async (request: Request) => {
  try {
    endings.push("reads");
    const bytes = await readBody(request, 10, onPart);
    return jsonResponse({ text: bytes.toString() }, 200);
  } catch (error) {
    endings.push(toAppError(error).code);
    return errorResponse(error, "id", "here");
  }
};
const rows = (last: (controller: ReadableStreamDefaultController) => void) => async () => {
  let count = 0;
  const stream = new ReadableStream({
    pull(controller) {
      count += 1;
      if (count === 1) controller.enqueue(new TextEncoder().encode("row\n".repeat(10)));
      else last(controller);
    },
    cancel: () => void endings.push("cancelled"),
  });
  return new Response(stream, { headers: { "content-type": "text/csv" } });
};
const waiting = (request: Request) =>
  new Promise<Response>((resolve) => {
    endings.push("waits");
    request.signal.addEventListener("abort", () => {
      endings.push("aborted");
      resolve(jsonResponse({}, 200));
    });
  });

const LONG = "x".repeat(2_000);
const ROUTES: Record<string, Record<string, RouteHandler>> = {
  "/api/things/{id}/parts/{part}": { GET: tell, POST: tell },
  "/api/things/new/parts/{part}": { GET: async () => jsonResponse({ isNew: true }, 200) },
  "/api/names": { GET: names },
  "/api/body": { POST: bodyBy(() => undefined), PUT: bodyBy() },
  "/api/long": { GET: async () => jsonResponse({ LONG }, 200) },
  "/api/whole": { GET: rows((controller) => controller.close()) },
  "/api/broken": { GET: rows((controller) => controller.error(new Error("a secret"))) },
  "/api/endless": { GET: rows(() => undefined) },
  "/api/waiting": { GET: waiting },
  "/api/thrown": {
    GET: async () => {
      throw new Error("a secret");
    },
  },
  "/api/cookies": {
    GET: async () => {
      const headers = new Headers([
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
      ]);
      return new Response(null, { status: 204, headers });
    },
  },
};
const unknown: RouteHandler = async () => jsonResponse({ isUnknown: true }, 404);

let server: Server;
beforeAll(async () => {
  const routes = Object.entries(ROUTES).map(([path, handlers]) => ({
    path,
    load: async () => handlers,
  }));
  const answer = await directApi(routes, { unknown, left: "/api/left/" });
  server = createServer((request, response) => {
    request.headers["x-forwarded-for"] = "forged, 192.0.2.7";
    if (refuseFileChange(new Set(["/files/a b.js"]), request, response)) return;
    if (!answer(request, response)) response.writeHead(299).end("left");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
beforeEach(() => {
  endings = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function open(): { socket: Socket; heard: () => string } {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let heard = "";
  socket.on("data", (chunk: Buffer) => {
    heard += chunk.toString("latin1");
  });
  return { socket, heard: () => heard };
}

/** What the server says to these bytes until it ends the connection. */
async function raw(bytes: string): Promise<string> {
  const { socket, heard } = open();
  socket.write(bytes);
  await once(socket, "close");
  return heard();
}

const head = (method: string, target: string, headers = "Host: x\r\n") =>
  `${method} ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;
const get = async (target: string, headers?: string) => {
  const said = await raw(head("GET", target, headers));
  const status = Number(said.split(" ")[1]);
  return { status, said, body: said.slice(said.indexOf("\r\n\r\n") + 4) };
};

it.each([
  ["/api/things/7/parts/%24%2Fb?q=%zz#x", { id: "7", part: "$/b" }],
  ["/api/things/a;b/parts/%252F", { id: "a;b", part: "%2F" }],
  ["/api/x/../things/7/./parts/8", { id: "7", part: "8" }],
  ["/api/x/%2E%2e/things/7/parts/8", { id: "7", part: "8" }],
])("finds the route of %s", async (target, params) => {
  const { status, body } = await get(target);
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ method: "GET", params });
});

it("finds the route of an address that is very long", async () => {
  const part = "9".repeat(4_000);
  expect((await get(`/api/things/7/parts/${part}`)).body).toContain(part);
});

it("prefers a route's own words, as they were sent", async () => {
  expect((await get("/api/things/new/parts/8")).body).toBe('{"isNew":true}');
  expect(JSON.parse((await get("/api/things/n%65w/parts/8")).body)).toMatchObject({
    params: { id: "new" },
  });
  for (const target of ["/api/n%61mes", "/api", "/api/things/7", "/api/nothing", "/api/names;a"]) {
    expect([target, (await get(target)).status]).toEqual([target, 404]);
  }
  expect((await raw(head("DELETE", "/api/names"))).split(" ")[1]).toBe("404");
});

it.each([
  "/api/names/",
  "/api//names",
  "//api/names",
  "/api\\names",
  "/api/",
  "http://other/api/names",
  "/page",
  "/apis",
  "/api/../page",
  "/API/names",
  "/api/left/alone",
])("leaves %s to Next", async (target) => {
  expect((await get(target)).status).toBe(299);
});

it("tells a route what Node's own headers tell", async () => {
  const sent =
    "Host: a b\r\nX-Forwarded-For: 198.51.100.9\r\nAuthorization: one\r\nauthorization: two\r\n";
  const told = ["192.0.2.7", "one"];
  expect(JSON.parse((await get("/api/names", sent)).body)).toEqual({ said: [told, told] });
});

it.each(["/files/a%20b.js?v=1", "/files/./%61%20b.js"])(
  "refuses to change the file %s",
  async (target) => {
    for (const method of ["POST", "DELETE", "OPTIONS"])
      expect(await raw(head(method, target))).toMatch(/^HTTP\/1.1 405 .*allow: GET, HEAD\r\n/is);
    for (const method of ["GET", "HEAD"])
      expect(await raw(head(method, target))).toMatch(/^HTTP\/1.1 299 /);
  },
);

it.each(["/files/b.js", "//files/a%20b.js", "/api/%", "http://[::1/", "*"])(
  "takes %s for no file",
  async (target) => expect(await raw(head("POST", target))).not.toMatch(/^HTTP\/1.1 [45]05/),
);

it("answers HEAD by the headers alone", async () => {
  const said = await raw(head("HEAD", "/api/endless"));
  expect(said).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(said.endsWith("\r\n\r\n")).toBe(true);
  expect(endings).toEqual(["cancelled"]);
});

it("sends what is long as gzip, to whoever takes it", async () => {
  const gzip = "Host: x\r\nAccept-Encoding: gzip\r\n";
  const { said, body } = await get("/api/long", gzip);
  expect(said).toMatch(/\r\nvary: Accept-Encoding\r\n/);
  expect(said).toMatch(/\r\ncontent-encoding: gzip\r\n/);
  expect(gunzipSync(Buffer.from(body, "latin1")).toString()).toBe(JSON.stringify({ LONG }));
  expect((await get("/api/long")).body).toBe(JSON.stringify({ LONG }));
  expect((await get("/api/whole", gzip)).said).toMatch(/\r\ncontent-encoding: gzip\r\n/);
  expect((await get("/api/whole")).said).toContain("row\nrow\n");
  expect((await get("/api/cookies")).said).toMatch(/set-cookie: a=1\r\nset-cookie: b=2\r\n/);
});

it.each([
  ["gzip, deflate, br", true],
  ["br;q=1, GZIP;q=0.5", true],
  ["*", true],
  ["gzip;q=0, *", false],
  ["*;q=0.0", false],
  ["deflate", false],
  [undefined, false],
])("reads Accept-Encoding %s", (header, isTaken) =>
  expect(takesCoding(header, "gzip")).toBe(isTaken),
);

it("cuts a download that fails, without a word of why", async () => {
  const error = jest.spyOn(console, "error").mockImplementation(() => undefined);
  const { said } = await get("/api/broken");
  expect(said).not.toContain("secret");
  expect(said).not.toMatch(/\r\n0\r\n\r\n$/);
  expect((await get("/api/thrown")).said).toMatch(/^HTTP\/1.1 500 .*"code":"INTERNAL"/s);
  error.mockRestore();
});

it("ends the work for who is gone", async () => {
  const leaving = open();
  leaving.socket.write(head("GET", "/api/endless"));
  await until("it is sent", () => leaving.heard().includes("row"));
  leaving.socket.destroy();
  await until("the download ends", () => endings.includes("cancelled"));
  const impatient = open();
  impatient.socket.write(head("GET", "/api/waiting"));
  await until("it waits", () => endings.includes("waits"));
  impatient.socket.destroy();
  await until("the route hears of it", () => endings.includes("aborted"));
  expect((await get("/api/names")).status).toBe(200);
});

it.each(["POST", "PUT"])("blames a sender that hangs up in the body of a %s", async (method) => {
  const { socket } = open();
  socket.write(`${method} /api/body HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf`);
  await until("it is read", () => endings.includes("reads"));
  socket.destroy();
  await until("it is refused", () => endings.length > 1);
  expect(endings).toEqual(["reads", "MALFORMED_JSON"]);
});

it.each([
  ["declared", "Content-Length: 40\r\n", ["x".repeat(20), "x".repeat(20)]],
  [
    "in parts",
    "Transfer-Encoding: chunked\r\n",
    [`14\r\n${"x".repeat(20)}\r\n`, `14\r\n${"x".repeat(20)}\r\n0\r\n\r\n`],
  ],
])("answers before a body that is too large has come, %s", async (_, header, [first, rest]) => {
  const { socket, heard } = open();
  socket.write(`POST /api/body HTTP/1.1\r\nHost: x\r\n${header}\r\n${first}`);
  await until("it is refused", () => heard().includes("413"));
  await turn();
  socket.write(`${rest}${head("GET", "/api/names")}`);
  await once(socket, "close");
  expect(heard().match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
});

it("answers what came at once one after the other", async () => {
  const post = (text: string) =>
    `POST /api/body HTTP/1.1\r\nHost: x\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
  const said = await raw(`${post("one")}${post("")}${post("three")}${head("GET", "/api/names")}`);
  expect(said.match(/"text":"\w*"/g)).toEqual(['"text":"one"', '"text":""', '"text":"three"']);
});

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { compressFiles } from "@/scripts/lib/compress.mjs";
import { builtFiles } from "./built-files";

const SCRIPT = `console.log(${JSON.stringify("ü".repeat(2_000))});`;
const FONT = Buffer.alloc(3_000, 7);

let server: Server;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "aurum-built-"));
  mkdirSync(join(folder, "chunks"));
  writeFileSync(join(folder, "chunks/a.js"), SCRIPT);
  writeFileSync(join(folder, "chunks/short.css"), "a{}");
  writeFileSync(join(folder, "font.woff2"), FONT);
  compressFiles(folder);
  const answer = builtFiles(folder, "/_next/static", { "x-content-type-options": "nosniff" });
  server = createServer((incoming, outgoing) => {
    if (!answer(incoming, outgoing)) outgoing.writeHead(404).end("Next");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
});
afterAll(() => void server.close());

type Answer = { status?: number; headers: Record<string, unknown>; body: Buffer };

function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const body = Buffer.concat(chunks);
        resolve({ status: response.statusCode, headers: response.headers, body });
      });
    });
    sent.on("error", reject).end();
  });
}

const KEPT = "public, max-age=31536000, immutable";

it.each([
  ["gzip, deflate, br", "br", brotliDecompressSync],
  ["gzip, br;q=0", "gzip", gunzipSync],
  ["identity", undefined, (bytes: Buffer) => bytes],
])("sends a script to who takes %s", async (accepted, coding, read) => {
  const { status, headers, body } = await ask("/_next/static/chunks/a.js?dpl=1", {
    "accept-encoding": accepted,
  });
  expect([status, read(body).toString()]).toEqual([200, SCRIPT]);
  expect(headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "content-length": String(body.length),
    "cache-control": KEPT,
    "x-content-type-options": "nosniff",
    vary: "Accept-Encoding",
  });
  expect(headers["content-encoding"]).toBe(coding);
});

it("sends as they are what is short and what is no text", async () => {
  const style = await ask("/_next/static/chunks/short.css", { "accept-encoding": "br" });
  expect(style.headers["content-encoding"]).toBeUndefined();
  expect(style.body.toString()).toBe("a{}");
  const font = await ask("/_next/static/font.woff2", { "accept-encoding": "br" });
  expect(font.headers).toMatchObject({ "content-type": "font/woff2", "cache-control": KEPT });
  expect(font.body).toEqual(FONT);
});

it("says of a file that its client has that it is the same, and sends no body for HEAD", async () => {
  const path = "/_next/static/chunks/a.js";
  const { headers } = await ask(path, { "accept-encoding": "br" });
  const again = { "accept-encoding": "br", "if-none-match": String(headers.etag) };
  expect(await ask(path, again)).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  const head = await ask(path, { "accept-encoding": "br" }, "HEAD");
  expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  expect(head.headers["content-length"]).toBe(headers["content-length"]);
});

it.each([
  ["GET", "/_next/static/chunks/other.js"],
  ["GET", "/_next/static/chunks"],
  ["GET", "/_next/static/../../package.json"],
  ["GET", "/_next/static/%2e%2e/%2e%2e/package.json"],
  ["GET", "/_next/data/chunks/a.js"],
  ["POST", "/_next/static/chunks/a.js"],
])("leaves %s %s to Next", async (method, path) => {
  expect((await ask(path, {}, method)).body.toString()).toBe("Next");
});

import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { refuseUnknownMethod } from "@/lib/platform/http/methods";

const server = createServer((sent, response) => {
  if (!refuseUnknownMethod(sent, response)) response.writeHead(200).end();
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());

async function answerTo(method: string, path: string): Promise<[number?, string?]> {
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: "127.0.0.1", port, method, path, agent: false }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.resume();
  return [answer.statusCode, answer.headers.allow];
}

it("answers what no path of the site can", async () => {
  const allow = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
  expect(await answerTo("OPTIONS", "*")).toEqual([204, allow]);
  expect(await answerTo("PROPFIND", "/login")).toEqual([405, allow]);
  expect(await answerTo("OPTIONS", "/login")).toEqual([200, undefined]);
});

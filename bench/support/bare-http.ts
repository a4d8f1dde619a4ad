/** An HTTP server and nothing else, whose answer is as long as a trivial route's: the ceiling of a request. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serveHelper } from "./children";

const httpServer = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
  response.end('{"success":true,"socket":true}');
});
const listening = new Promise<number>((resolve) => {
  httpServer.listen(0, "127.0.0.1", () => resolve((httpServer.address() as AddressInfo).port));
});

serveHelper(async () => ({ port: await listening }));

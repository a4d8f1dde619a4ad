import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "@/tests/support/poll";
import { trackRequests } from "./drain";

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const server = createServer();
const requestsDone = trackRequests(server);
const waiting: ServerResponse[] = [];
server.on("request", (_request, response) => waiting.push(response));

const ask = () =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    get({ agent, port, host: "127.0.0.1" }, (answer) => resolve(answer.resume())).on(
      "error",
      reject,
    );
  });
const answerNext = async () => {
  await until("a request is there", () => waiting.length > 0);
  waiting.shift()?.end("done");
};

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  agent.destroy();
  server.closeAllConnections();
});

it("waits for the answers under way, whose connections bring no further request", async () => {
  const before = ask();
  await answerNext();
  expect((await before).headers.connection).toBe("keep-alive");

  const underWay = ask();
  await until("it is there", () => waiting.length === 1);
  server.close();
  let isDone = false;
  const done = requestsDone().then(() => {
    isDone = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isDone).toBe(false);
  await answerNext();
  expect((await underWay).headers.connection).toBe("close");
  await done;
  expect(Object.values(agent.freeSockets)).toEqual([]);
});

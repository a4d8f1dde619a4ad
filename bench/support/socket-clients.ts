/**
 * Many Socket.IO clients in one process. They speak the protocol over bare WebSockets, because what
 * is measured is the server: 5,000 full clients on the same machine would cost more than it does.
 */
import WebSocket from "ws";
import { serveHelper } from "./children";

type Connect = { connect: { url: string; count: number; tokens: string[] } };
type Collect = { collect: { seconds: number } };

/** Handshakes under way at once. */
const AT_ONCE = 50;
const CONNECT = "40";
const CONNECTED = "40";
const REFUSED = "44";
const PING = "2";
const PONG = "3";

const sockets: WebSocket[] = [];
let latencies: number[] | null = null;
const AT = /"at":"([^"]+)"/;

/** A price arrived: how long after the moment that it carries. */
function received(text: string): void {
  if (!latencies || !text.startsWith('42["price"')) return;
  const at = AT.exec(text)?.[1];
  if (at) latencies.push(Date.now() - Date.parse(at));
}

function connect(url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const address = `${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(address, { perMessageDeflate: false });
    socket.on("message", (data: Buffer) => {
      const text = data.toString("utf8");
      if (text === PING) socket.send(PONG);
      else if (text.startsWith("0")) socket.send(`${CONNECT}${JSON.stringify({ token })}`);
      else if (text.startsWith(CONNECTED)) resolve();
      else if (text.startsWith(REFUSED)) reject(new Error(`The socket was refused: ${text}`));
      else received(text);
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("The socket was closed")));
    sockets.push(socket);
  });
}

async function connectAll({ url, count, tokens }: Connect["connect"]): Promise<object> {
  let next = 0;
  const worker = async () => {
    while (next < count) await connect(url, tokens[next++ % tokens.length] ?? "");
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { connected: sockets.length };
}

async function collect(seconds: number): Promise<object> {
  latencies = [];
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const collected = latencies;
  latencies = null;
  return { latencies: collected };
}

function closeAll(): object {
  for (const socket of sockets.splice(0)) socket.terminate();
  return {};
}

serveHelper(async (message: Connect | Collect | { close: true }) => {
  if ("connect" in message) return connectAll(message.connect);
  if ("collect" in message) return collect(message.collect.seconds);
  return closeAll();
});

import { join } from "node:path";
import { createInterface } from "node:readline";
import { startCluster } from "../../../scripts/lib/cluster/index.mjs";
import { CuttableProxy } from "./cuttable-proxy.ts";

// A cluster whose parts reach each other over links that a test can cut: it spawns this with tsx, writes
// "cut <from> > <to>", "freeze …" or "restore …" to it, and reads what happens when.
const links = new Map();
const stop = new AbortController();
for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => stop.abort());

const tell = (event) => console.log(JSON.stringify({ at: Date.now(), ...event }));

const cluster = await startCluster({
  dataDir: join(process.env.DATA_DIR, "cluster"),
  port: Number(process.env.PORT),
  host: process.env.HOST,
  tell: (line) => tell({ line }),
  onChange: (parts) => tell({ parts }),
  signal: stop.signal,
  async link(from, to, port) {
    const cable = await CuttableProxy.to(port);
    links.set(`${from} > ${to}`, cable);
    return cable.port;
  },
});
tell({ links: [...links.keys()] });
const commands = createInterface({ input: process.stdin });
commands.on("line", (line) => {
  const [, act, name] = /^(\w+) (.*)$/.exec(line) ?? [];
  const cable = links.get(name);
  if (act === "cut") cable.cut();
  if (act === "freeze") cable.freeze();
  if (act === "restore") cable.restore();
});
tell({ line: "Ready on the port." });
if (!stop.signal.aborted) await new Promise((end) => stop.signal.addEventListener("abort", end));
commands.close();
await cluster.stop();
for (const cable of links.values()) await cable.close();

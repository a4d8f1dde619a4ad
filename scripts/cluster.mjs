import { join } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { startCluster } from "./lib/cluster/index.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { Fault, runMain, say } from "./lib/report.mjs";
import { killRunning } from "./lib/run.mjs";
import { readSettings } from "./lib/settings.mjs";

// npm run cluster: two databases, two instances and a proxy, of which each may be killed while people trade.

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const COLUMNS = [
  ["", ({ name }) => name],
  ["role", ({ role, name }) => (name.startsWith(role) ? "" : role)],
  ["port", ({ port }) => String(port)],
  ["process", ({ pid }) => String(pid ?? "–")],
  ["state", ({ state }) => state],
];

/** Who is who, as aligned lines. */
function table(parts) {
  const rows = [
    COLUMNS.map(([title]) => title),
    ...parts.map((part) => COLUMNS.map(([, of]) => of(part))),
  ];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      `  ${row.map((text, column) => text.padEnd(widths[column])).join("   ")}`.trimEnd(),
    )
    .join("\n");
}

const now = () => new Date().toISOString().slice(11, 19);

runMain(async () => {
  const settings = readSettings();
  if (settings.databaseUrl) {
    throw new Fault("DATABASE_URL is set: a cluster runs databases of its own.");
  }
  const stop = new AbortController();
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (!stop.signal.aborted) say(`${now()} Stopping…`);
      stop.abort();
      killRunning();
    });
  }
  await ensureInstalled();
  await ensureBuilt({ serving: true });

  if (stop.signal.aborted) return 130;
  try {
    const cluster = await startCluster({
      dataDir: join(settings.dataDir, "cluster"),
      port: settings.port,
      host: settings.host,
      tell: (line) => say(`${now()} ${line}`),
      onChange: (parts) => say(`\n${now()}\n${table(parts)}\n`),
      signal: stop.signal,
    });
    say(`${now()} Ready on http://localhost:${settings.port}. Kill anything: kill -9 <process>`);
    if (!stop.signal.aborted)
      await new Promise((end) => stop.signal.addEventListener("abort", end));
    await cluster.stop();
    return 0;
  } catch (error) {
    if (stop.signal.aborted) return 130;
    throw error;
  }
});

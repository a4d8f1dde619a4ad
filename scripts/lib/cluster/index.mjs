import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applicationEnv, serverEnv, step } from "../application.mjs";
import { lockHolder, tryLock } from "../lock.mjs";
import { canListen } from "../postgres.mjs";
import { Fault } from "../report.mjs";
import {
  ensureDataDir,
  feedPasswordOf,
  readDatabaseSecrets,
  standbyPasswordOf,
} from "../secrets.mjs";
import { Database } from "./database.mjs";
import { Instance } from "./instance.mjs";
import { Pair } from "./pair.mjs";
import { FrontProxy } from "./proxy.mjs";

const LOOK_MS = 200;
/** Some 45 s without an answer: it hangs, and another one is started. */
const SILENT_INSTANCE = 10;

/** The first ports from `from` on that nobody uses. */
async function freePorts(from, count) {
  const found = [];
  for (let port = from; found.length < count && port < from + 200; port += 1) {
    if (await canListen(port)) found.push(port);
  }
  if (found.length < count) throw new Fault(`There are no free ports from ${from} on.`);
  return found;
}

function writeWhole(file, value) {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/**
 * Two databases, two instances and a proxy on one machine, each of which may be killed at any time.
 * @param {{ dataDir: string, port: number, host: string, tell: (line: string) => void,
 *   onChange: (parts: object[]) => void, signal: AbortSignal,
 *   link?: (from: string, to: string, port: number) => Promise<number> }} options
 *   dataDir: holds everything; tell: gets a line for each event, in their order; onChange: gets who is who, whenever that
 *   changes; signal: ends the start; link: the port by which one part reaches another one, for tests that cut it
 * @returns stop(), which ends all of it in order
 * @throws Fault when the folder is in use or the databases don't start
 */
export async function startCluster({
  dataDir,
  port,
  host,
  tell,
  onChange,
  signal,
  link = async (_from, _to, to) => to,
}) {
  ensureDataDir(dataDir);
  const lockFile = join(dataDir, "lock");
  const release = tryLock(lockFile);
  if (!release) {
    throw new Fault(
      `The data folder ${dataDir} is in use by process ${lockHolder(lockFile)}: stop it first.`,
    );
  }
  const parts = await layOut({ dataDir, port, host, tell, link }).catch((error) => {
    release();
    throw error;
  });
  const { pair, proxy, instances, databases, env } = parts;
  let last = "";
  const look = () => {
    const seen = describe(parts, port);
    const text = JSON.stringify(seen);
    if (text === last) return;
    last = text;
    writeAddress(dataDir, pair.primary, env);
    writeWhole(join(dataDir, "cluster.json"), { parts: seen });
    onChange(seen);
  };
  const looking = setInterval(() => {
    look();
    for (const [index, instance] of instances.entries()) {
      const target = proxy.targets[index];
      // Only what it leaves unanswered once it serves.
      if (instance.state !== "running") target.silent = 0;
      if (target.silent < SILENT_INSTANCE) continue;
      tell(`${instance.name} does not answer and is ended.`);
      target.silent = 0;
      instance.kill();
    }
  }, LOOK_MS);
  const stop = async () => {
    await proxy.stop();
    await Promise.all(instances.map((instance) => instance.stop()));
    await pair.stop();
    clearInterval(looking);
    look();
    release();
  };
  try {
    await pair.start();
    await pair.untilSafe(signal);
    signal.throwIfAborted();
    await step("prepare", { ...env, MIGRATION_DATABASE_URL: pair.primary.ownerUrl });
    signal.throwIfAborted();
    await step("seed", { ...env, MIGRATION_DATABASE_URL: pair.primary.ownerUrl });
    signal.throwIfAborted();
    for (const instance of instances) instance.start();
    await proxy.listen(port, host);
    await proxy.untilServing(signal);
    return { stop, databases };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The parts, and who reaches whom how. Nothing runs yet. */
async function layOut({ dataDir, port, host, tell, link }) {
  const [app1, app2, one, two] = await freePorts(port + 1, 4);
  const { databasePassword, appDatabasePassword } = readDatabaseSecrets(dataDir);
  let pair;
  const databases = [one, two].map((ownPort, index) => {
    const name = `database ${index + 1}`;
    const folder = join(dataDir, `database-${index + 1}`);
    mkdirSync(folder, { recursive: true });
    return new Database({
      name,
      slot: `database_${index + 1}`,
      dataDir: folder,
      port: ownPort,
      password: databasePassword,
      onExit: (how) => {
        tell(`${name} ended (${how}).`);
        pair.wake();
      },
    });
  });
  const links = new Map();
  for (const [from, to] of [databases, databases.toReversed()]) {
    links.set(from.name, await link(from.name, to.name, to.port));
  }
  pair = new Pair({
    databases,
    password: standbyPasswordOf(databasePassword),
    link: (from) => links.get(from),
    tell,
  });
  const feed = feedPasswordOf(databasePassword);
  const hosts = (ports) => ports.map((each) => `127.0.0.1:${each}`).join(",");
  const env = {
    ...applicationEnv({ dataDir, port, host }),
    TRUSTED_PROXIES: String(Number(process.env.TRUSTED_PROXIES || 0) + 1),
    // The proxy is closed before the instances.
    SHUTDOWN_GRACE_SECONDS: "0",
    HOST: "127.0.0.1",
    DATABASE_URL: `postgresql://app:${appDatabasePassword}@${hosts([one, two])}/postgres`,
    APP_DATABASE_PASSWORD: appDatabasePassword,
    FEED_DATABASE_PASSWORD: feed,
    FEED_DATABASE_URL: `postgresql://feed:${feed}@${hosts([one, two])}/postgres`,
  };
  const instances = [];
  const targets = [];
  for (const [index, ownPort] of [app1, app2].entries()) {
    const name = `instance ${index + 1}`;
    const ports = [];
    for (const database of databases) ports.push(await link(name, database.name, database.port));
    instances.push(
      new Instance({
        name,
        port: ownPort,
        env: {
          ...serverEnv(env),
          PORT: String(ownPort),
          DATABASE_URL: `postgresql://app:${appDatabasePassword}@${hosts(ports)}/postgres`,
          FEED_DATABASE_URL: `postgresql://feed:${feed}@${hosts(ports)}/postgres`,
        },
        logFile: join(dataDir, `instance-${index + 1}.log`),
        tell,
      }),
    );
    targets.push({ name, port: await link("proxy", name, ownPort) });
  }
  return { databases, pair, instances, env, proxy: new FrontProxy(targets) };
}

const WORDS = { serves: "serves", answers: "waits for a primary", silent: "does not answer" };

/** Who is who now. */
function describe({ pair, proxy, instances }, port) {
  const isListening = proxy.server.listening;
  return [
    {
      name: "proxy",
      role: "proxy",
      port,
      pid: process.pid,
      state: isListening ? "takes requests" : "closed",
    },
    ...instances.map((instance, index) => ({
      name: instance.name,
      role: "instance",
      port: instance.port,
      pid: instance.pid,
      state:
        instance.state === "running"
          ? WORDS[proxy.targets[index].state]
          : instance.state === "away"
            ? "gone"
            : "starts",
    })),
    ...pair.databases.map((database) => ({
      name: database.name,
      role: database === pair.primary ? "primary" : "standby",
      port: database.port,
      pid: database.pid,
      state: pair.describe(database),
    })),
  ];
}

/** Lets commands that are given this data folder find the primary. */
function writeAddress(dataDir, primary, env) {
  const { port, ownerUrl } = primary;
  const url = primary.url("app", env.APP_DATABASE_PASSWORD);
  writeWhole(join(dataDir, "database.json"), { port, url, ownerUrl });
}

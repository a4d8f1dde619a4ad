import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { until } from "@/tests/support/poll";
import { Command } from "../commands";
import { query } from "../started-site";
import { Machines, type Network } from "./machines";

// deploy/patroni as it stands, its commands and variables read from compose.yaml, on three machines of one: each has
// an etcd, and a PostgreSQL under a Patroni.

const EXAMPLE = "deploy/patroni";
const NODES = [1, 2, 3];
const PASSWORDS: Record<string, string> = {
  POSTGRES_PASSWORD: "of-postgres",
  REPLICATION_PASSWORD: "of-replicator",
  SITE_OWNER_PASSWORD: "of-owner",
};
const LOGIN_PASSWORD = "of-app";
const DATABASE = "aurum";
const ASK_MS = 3_000;
/** A lease of 20 s has to end first, and a node to come back as a copy. */
const HEALING_MS = 180_000;
const LOG_END = 2_000;

/** Whether this machine can run it: a Debian or relative, on which we may do anything. */
export const canRunPatroni = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** The folder of a Debian with its programs. Made once, which takes some minutes. */
async function debianRoot(): Promise<string> {
  const command = new Command(["tests/support/processes/patroni/debian-root.mjs"]);
  await command.exited;
  const [, folder] = /^It is in (.*)\.$/m.exec(command.output) ?? [];
  if (folder === undefined) throw new Error(command.output);
  return folder;
}

type Role = "leader" | "sync_standby";
type Service = {
  command?: string[];
  environment?: Record<string, string>;
  sysctls?: Record<string, string>;
};
type Member = { name: string; role: string; state: string; timeline: number; lag?: number };

/** A standby that only runs does not follow yet. */
const isUp = ({ role, state }: Member) => state === (role === "leader" ? "running" : "streaming");
const isBehind = ({ role, lag = 0 }: Member) => role !== "leader" && lag > 0;

export class PatroniCluster {
  private constructor(
    private readonly machines: Machines,
    private readonly folder: string,
  ) {}

  /** Starts it, with an empty database for a site. */
  static async start(): Promise<PatroniCluster> {
    const root = await debianRoot();
    const folder = mkdtempSync(join(tmpdir(), "aurum-patroni-"));
    const cluster = new PatroniCluster(new Machines(folder, root, NODES.length), folder);
    try {
      cluster.configure(root);
      const text = readFileSync(join(EXAMPLE, "compose.yaml"), "utf8");
      const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
      for (const number of NODES) {
        cluster.run(number, `etcd${number}`, "/etcd-data", "root", services);
        cluster.run(number, `node${number}`, "/var/lib/patroni", "postgres", services);
      }
      await cluster.whole();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  private configure(root: string): void {
    const hosts = NODES.map(
      (number) => `${this.machines.address(number, "peers")} node${number} etcd${number}\n`,
    );
    writeFileSync(join(root, "etc/hosts"), `127.0.0.1 localhost\n${hosts.join("")}`);
    mkdirSync(join(root, "etc/patroni"), { recursive: true });
    for (const file of ["patroni.yml", "create-site.sh"]) {
      copyFileSync(join(EXAMPLE, file), join(root, "etc/patroni", file));
    }
  }

  private run(
    number: number,
    name: string,
    keeps: string,
    user: string,
    services: Record<string, Service>,
  ): void {
    const {
      command = ["patroni", "/etc/patroni/patroni.yml"],
      environment = {},
      sysctls = {},
    } = services[name] ?? {};
    const env = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [
        key,
        value.replace(/\$\{(\w+)[^}]*\}/, (_, variable: string) => PASSWORDS[variable] ?? ""),
      ]),
    );
    this.machines.tune(number, sysctls);
    this.machines.run(number, command, { name, keeps, user, env });
  }

  /** How the site's logins reach a database on all of these nodes, of which it is on one. */
  url(login: "app" | "aurum", numbers = NODES): string {
    const password = login === "app" ? LOGIN_PASSWORD : PASSWORDS.SITE_OWNER_PASSWORD;
    const hosts = numbers.map((number) => `${this.machines.address(number, "site")}:5432`);
    return `postgresql://${login}:${password}@${hosts.join(",")}/${DATABASE}`;
  }

  /** What a site's environment has to hold to be on it. */
  get siteEnv(): Record<string, string> {
    return {
      DATABASE_URL: this.url("app"),
      MIGRATION_DATABASE_URL: this.url("aurum"),
      APP_DATABASE_PASSWORD: LOGIN_PASSWORD,
      // Not that of the tests: it follows from the others.
      FEED_DATABASE_URL: "",
    };
  }

  /** Who is who, as a node says that can be asked; empty where none can. */
  async members(): Promise<Member[]> {
    const answers = NODES.map(async (number) => {
      const response = await fetch(`http://${this.machines.address(number, "site")}:8008/cluster`, {
        signal: AbortSignal.timeout(ASK_MS),
      });
      return ((await response.json()) as { members: Member[] }).members;
    });
    const all = await Promise.allSettled(answers);
    const known = all.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    // A node that is cut off goes on saying what it saw last.
    const timeline = (members: Member[]) => Math.max(0, ...members.map((one) => one.timeline ?? 0));
    return known.toSorted((one, other) => timeline(other) - timeline(one))[0] ?? [];
  }

  /** The number of the node that has a role now, if one does. */
  async find(role: Role): Promise<number | undefined> {
    const holder = (await this.members()).find((member) => member.role === role && isUp(member));
    return holder && Number(holder.name.replace("node", ""));
  }

  /** The number of the node that has a role, once one does. */
  holder(role: Role): Promise<number> {
    return until(`there is a ${role}`, () => this.find(role), HEALING_MS);
  }

  /** Waits until all nodes are there, one of them the leader that another one follows at each commit. */
  async whole(): Promise<void> {
    let last: Member[] = [];
    await until(
      "the nodes are whole",
      async () => {
        last = await this.members();
        const roles = last.map(({ role }) => role).toSorted();
        return (
          last.every(isUp) &&
          !last.some(isBehind) &&
          String(roles) === "leader,replica,sync_standby"
        );
      },
      HEALING_MS,
    ).catch((error: Error) => {
      const logs = NODES.map((number) =>
        readFileSync(join(this.folder, `node${number}.log`), "utf8").slice(-LOG_END),
      );
      throw new Error([`${error.message}: ${JSON.stringify(last)}`, ...logs].join("\n\n"));
    });
  }

  cut(number: number, networks?: readonly Network[]): void {
    this.machines.cut(number, networks);
  }

  restore(number: number): void {
    this.machines.restore(number);
  }

  /** Asks the leader as the owner. */
  async ask<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return query<Row>(this.url("aurum", [await this.holder("leader")]), sql, values);
  }

  /** Ends it, and leaves nothing of it. */
  async stop(): Promise<void> {
    await this.machines.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";

/** The two networks that each machine is in, by their first three numbers: with the others alone, and with this one too. */
export const NETWORKS = { peers: "10.213.0", site: "10.214.0" } as const;
export type Network = keyof typeof NETWORKS;
const ALL = Object.keys(NETWORKS) as Network[];
/** Which number this machine has in the network of the site. */
const OWN_NUMBER = 254;

const PATH = "/usr/lib/postgresql/18/bin:/usr/sbin:/usr/bin:/sbin:/bin";

const ip = (...args: string[]) => execFileSync("ip", args, { stdio: ["ignore", "ignore", "pipe"] });

/**
 * Machines without a screen: network namespaces whose cables can be pulled, and in which the programs of a Debian in a
 * folder run, each with files of its own where it keeps any.
 */
export class Machines {
  private readonly id = randomBytes(2).toString("hex");
  private readonly programs: ChildProcess[] = [];

  /** @param folder holds what programs keep and say @param root of the Debian @param count how many machines */
  constructor(
    private readonly folder: string,
    private readonly root: string,
    private readonly count: number,
  ) {
    for (const network of ALL) {
      ip("link", "add", this.bridge(network), "type", "bridge");
      ip("link", "set", this.bridge(network), "up");
    }
    const own = `${NETWORKS.site}.${OWN_NUMBER}/24`;
    ip("address", "add", own, "dev", this.bridge("site"));
    for (let number = 1; number <= count; number++) this.add(number);
  }

  private bridge(network: Network): string {
    return `${network}-${this.id}`;
  }

  private space(number: number): string {
    return `machine-${number}-${this.id}`;
  }

  private cable(number: number, network: Network): string {
    return `${network}${number}-${this.id}`;
  }

  private add(number: number): void {
    const space = this.space(number);
    const inside = (...args: string[]) => ip("-netns", space, ...args);
    ip("netns", "add", space);
    inside("link", "set", "lo", "up");
    for (const network of ALL) {
      const cable = this.cable(number, network);
      ip("link", "add", cable, "type", "veth", "peer", "name", network, "netns", space);
      ip("link", "set", cable, "up", "master", this.bridge(network));
      inside("address", "add", `${NETWORKS[network]}.${number}/24`, "dev", network);
      inside("link", "set", network, "up");
    }
  }

  /** Sets what the kernel does for a machine's connections. */
  tune(number: number, sysctls: Record<string, string>): void {
    const settings = Object.entries(sysctls).map(([name, value]) => `${name}=${value}`);
    if (settings.length === 0) return;
    ip("netns", "exec", this.space(number), "sysctl", "--quiet", "--write", ...settings);
  }

  /** The address of a machine in a network. */
  address(number: number, network: Network): string {
    return `${NETWORKS[network]}.${number}`;
  }

  /** Lets nothing more through to and from a machine. Neither end is told: packets vanish as behind a broken switch. */
  cut(number: number, networks: readonly Network[] = ALL): void {
    for (const network of networks) ip("link", "set", this.cable(number, network), "nomaster");
  }

  restore(number: number): void {
    for (const network of ALL) {
      ip("link", "set", this.cable(number, network), "master", this.bridge(network));
    }
  }

  /**
   * Starts a program on a machine, until `stop`. What it says goes to a file.
   * @param options name: of its file and its own folder; keeps: where it finds that folder; user: who runs it
   */
  run(
    number: number,
    command: readonly string[],
    options: { name: string; keeps: string; user: string; env: Record<string, string> },
  ): void {
    const { name, keeps, user, env } = options;
    const own = join(this.folder, name);
    mkdirSync(own, { recursive: true });
    // Mounted in a space of its own, in which it is the first process: all of that ends with it.
    const prepare = `set -e
root=$1 own=$2 keeps=$3 user=$4; shift 4
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
for each in dev/shm tmp run; do mount -t tmpfs none "$root/$each"; done
mkdir -p "$root/run/postgresql" "$root$keeps"
mount --bind "$own" "$root$keeps"
chroot "$root" chown "$user" "$keeps" /run/postgresql
exec chroot --userspec="$user" "$root" "$@"`;
    const child = spawn(
      "ip",
      [
        ...["netns", "exec", this.space(number)],
        ...["unshare", "--mount", "--ipc", "--pid", "--fork"],
        ...["sh", "-c", prepare, "machine", this.root, own, keeps, user, ...command],
      ],
      {
        env: { ...process.env, LC_ALL: "C", PATH, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const log = createWriteStream(`${own}.log`);
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    this.programs.push(child);
  }

  /** Ends all programs at once, and takes the machines away. */
  async stop(): Promise<void> {
    const running = this.programs.filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    );
    const ended = running.map((child) => once(child, "exit"));
    for (let number = 1; number <= this.count; number++) this.kill(number);
    await Promise.all(ended);
    for (let number = 1; number <= this.count; number++) ip("netns", "delete", this.space(number));
    for (const network of ALL) ip("link", "delete", this.bridge(network));
  }

  private kill(number: number): void {
    const pids = execFileSync("ip", ["netns", "pids", this.space(number)], { encoding: "utf8" });
    for (const pid of pids.split("\n").filter(Boolean)) {
      try {
        process.kill(Number(pid), "SIGKILL");
      } catch {
        // It went with the one before.
      }
    }
  }
}

import { setTimeout as delay } from "node:timers/promises";
import { oneLine } from "../report.mjs";
import {
  Acknowledged,
  follow,
  makeStandby,
  promote,
  STANDBY_STATE,
  waitForStandbys,
} from "../standby.mjs";
import { fence, hasDatabase, isStandby, supersededBy, unfence } from "../succession.mjs";

const LOOK_MS = 1_000;
/** So many questions in turn without an answer: it hangs, and is ended. */
const SILENT = 5;
/** So many looks at a standby that runs and does not follow: it never will, and is made anew. */
const LOST_LOOKS = 30;
const FAILED_STARTS = 3;

/**
 * Two databases, of which one is the primary: the other one follows it and, once it has all that was acknowledged, takes
 * its place when it ends or hangs. What it decides by is on disk: the note in the folder of a database whose place was
 * taken, and that of one which follows. So it goes on where it was after it has died itself at whatever moment.
 */
export class Pair {
  primary = null;
  standby = null;
  /** Whether the standby has all that was acknowledged, and commits wait for it. */
  isSafe = false;
  acknowledged = new Acknowledged();
  /** How far it was at the last look. */
  flushed = undefined;
  lostLooks = 0;
  failedStarts = 0;
  isFollowing = false;
  work = null;
  pause = new AbortController();
  stopping = new AbortController();

  /**
   * @param {{ databases: import("./database.mjs").Database[], password: string,
   *   link: (from: string, to: string) => number, tell: (line: string) => void }} options
   *   password: of the login that a standby follows with; link: the port by which one reaches the other
   */
  constructor(options) {
    Object.assign(this, options);
    const [one, two] = this.databases;
    const isPrimary = ({ dataDir }, other) =>
      supersededBy(dataDir) === null &&
      (supersededBy(other.dataDir) !== null || (hasDatabase(dataDir) && !isStandby(dataDir)));
    [this.primary, this.standby] = isPrimary(two, one) ? [two, one] : [one, two];
  }

  /** Starts the primary, and from then on keeps both. @throws Fault when it does not start */
  async start() {
    await this.primary.start(this.stopping.signal);
    this.running = this.run();
  }

  /** Ends when commits wait for both, or `stop` says so. */
  async untilSafe(stop) {
    while (!this.isSafe && !stop.aborted) await delay(50);
  }

  /** Stops both, the primary first: so the other one gets all of it. */
  async stop() {
    this.stopping.abort();
    await this.running;
    await this.primary.stop();
    await this.work;
    await this.standby.stop();
  }

  /** What to say of one of them. */
  describe(database) {
    if (database.state !== "running") return database.state === "away" ? "gone" : "starts";
    if (database.silent > 0) return "does not answer";
    if (database === this.primary) {
      if (isStandby(database.dataDir)) return "takes over";
      return this.isSafe ? "every commit is on both" : "commits without a standby";
    }
    return this.isSafe && this.isFollowing ? "follows" : "catches up";
  }

  async run() {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      this.pause = new AbortController();
      try {
        await this.look();
      } catch (error) {
        if (!signal.aborted) this.tell(oneLine(error));
      }
      const either = AbortSignal.any([signal, this.pause.signal]);
      await delay(LOOK_MS, undefined, { signal: either }).catch(() => undefined);
    }
  }

  /** Lets the next look be at once: one of them has ended. */
  wake() {
    this.pause.abort();
  }

  async look() {
    const { primary, standby } = this;
    let rows = null;
    if (primary.state === "running") {
      rows = await primary.ask(STANDBY_STATE, [standby.slot, this.acknowledged.since]);
      await this.endSilent(primary);
    }
    if (primary.state === "away") {
      // Only one that has everything, and is there to take over. Else the primary comes back by itself.
      if (this.isSafe && standby.state === "running") return this.succeed();
      // It may be the one that is left.
      if (this.isSafe && standby.state === "away" && !this.work) this.startStandby(standby);
      return primary.start(this.stopping.signal);
    }
    // Begun before, whoever died meanwhile: there is no way back once the other one's folder holds the note.
    if (isStandby(primary.dataDir)) return this.takeOver(primary);
    if (!this.work) this.keepStandby(standby);
    if (standby.state !== "running") return;
    await standby.ask("SELECT 1");
    await this.endSilent(standby);
    if (rows !== null) await this.watch(primary, standby, rows[0]);
  }

  async endSilent(database) {
    if (database.silent < SILENT) return;
    this.tell(`${database.name} does not answer and is ended.`);
    await database.fence();
  }

  /** The standby becomes the one to be promoted. The note comes first: from here on the old one never starts as it is. */
  succeed() {
    const old = this.primary;
    fence(old.dataDir, this.standby.dataDir);
    this.primary = this.standby;
    this.standby = old;
    this.isSafe = false;
    this.acknowledged = new Acknowledged();
    this.tell(`${old.name} is kept from starting, ${this.primary.name} takes over.`);
    this.wake();
  }

  async takeOver(database) {
    // Its server's last processes may outlive it.
    await this.standby.fence();
    await promote(database.ownerUrl);
    this.tell(`${database.name} is the primary now.`);
  }

  /** Makes or starts the standby beside the looks, since the primary may die meanwhile. */
  keepStandby(standby) {
    const isMade = isStandby(standby.dataDir) && supersededBy(standby.dataDir) === null;
    const isLost = this.lostLooks > LOST_LOOKS || this.failedStarts >= FAILED_STARTS;
    if (isMade && !isLost && standby.state !== "away") return;
    if (isMade && !isLost) this.startStandby(standby);
    else this.begin(standby, this.makeStandby(standby));
  }

  startStandby(standby) {
    this.begin(standby, this.openStandby(standby));
  }

  begin(standby, work) {
    this.work = work
      .catch((error) => {
        if (!this.stopping.signal.aborted) this.tell(`${standby.name}: ${oneLine(error)}`);
      })
      .finally(() => {
        this.work = null;
      });
  }

  async openStandby(standby) {
    const port = this.link(standby.name, this.primary.name);
    await follow(standby.cluster, { port, name: standby.slot, password: this.password });
    this.failedStarts += 1;
    await standby.start(this.stopping.signal);
    this.failedStarts = 0;
    this.lostLooks = 0;
  }

  async makeStandby(standby) {
    const { primary } = this;
    this.tell(`${standby.name} becomes a copy of ${primary.name}…`);
    this.isSafe = false;
    this.acknowledged = new Acknowledged();
    await standby.fence();
    await makeStandby({
      ownerUrl: primary.ownerUrl,
      dataDir: standby.dataDir,
      name: standby.slot,
      password: this.password,
    });
    unfence(standby.dataDir);
    this.failedStarts = 0;
    await this.openStandby(standby);
  }

  /** Looks whether the standby follows, and lets commits wait for it. */
  async watch(primary, standby, row) {
    this.isFollowing = row !== undefined;
    const moves = row && (row.flushed === row.now || row.flushed !== this.flushed);
    this.flushed = row?.flushed;
    this.lostLooks = moves ? 0 : this.lostLooks + 1;
    if (!row || this.isSafe) return;
    this.isSafe = this.acknowledged.look(row);
    if (this.isSafe) this.tell(`${standby.name} follows ${primary.name}: every commit is on both.`);
    else if (!row.waited) await waitForStandbys(primary.ownerUrl, standby.slot);
  }
}

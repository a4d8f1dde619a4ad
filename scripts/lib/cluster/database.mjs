import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../postgres.mjs";
import { endServer, signal } from "./processes.mjs";

const ANSWER_MS = 3_000;

/** One of the two databases: a data folder, and its server while that runs. It is started again by whoever holds it. */
export class Database {
  /** What happens now: "away", "starting" or "running". */
  state = "away";
  /** How many questions in turn it has left unanswered. */
  silent = 0;
  server = null;

  /**
   * @param {{ name: string, slot: string, dataDir: string, port: number, password: string, onExit: (how: string | number) => void }} options
   *   slot: what the other database calls it; onExit: called when it ended by itself
   */
  constructor(options) {
    Object.assign(this, options);
    this.cluster = join(this.dataDir, "postgres");
  }

  get pid() {
    return this.server?.pid ?? null;
  }

  url(login, password) {
    return `postgresql://${login}:${password}@127.0.0.1:${this.port}/postgres`;
  }

  get ownerUrl() {
    return this.url("postgres", this.password);
  }

  /** Starts it where it was. @throws Fault when it does not start */
  async start(stop) {
    this.state = "starting";
    try {
      const { port, password, dataDir } = this;
      const server = await startPostgres({ dataDir, password, port, signal: stop });
      this.server = server;
      this.silent = 0;
      this.state = "running";
      void server.exited.then((how) => {
        if (this.server !== server) return;
        this.server = null;
        this.state = "away";
        this.onExit(how);
      });
    } catch (error) {
      this.state = "away";
      // One that hangs as it begins hears nothing else.
      await endServer(this.cluster);
      throw error;
    }
  }

  /** Ends all of it at once: when this is done it acknowledges nothing more. */
  async fence() {
    const { server } = this;
    await endServer(this.cluster, server?.pid);
    await server?.exited;
  }

  /** Ends it in order. */
  async stop() {
    const { server } = this;
    this.server = null;
    if (!server) return;
    signal(server.pid, "SIGCONT");
    await server.stop();
    this.state = "away";
  }

  /**
   * Asks it something on a connection of its own, as the owner and waiting for no standby.
   * @returns the rows; null when it gives no answer in time, which is counted
   */
  async ask(sql, values) {
    const client = new pg.Client({
      connectionString: this.ownerUrl,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("SET synchronous_commit = local");
      const { rows } = await client.query(sql, values);
      this.silent = 0;
      return rows;
    } catch (error) {
      // What it says itself is an answer, such as that it only begins.
      this.silent = error.severity ? 0 : this.silent + 1;
      return null;
    } finally {
      client.connection.stream.destroy();
    }
  }
}

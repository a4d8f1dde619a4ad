import { Client, type ClientConfig } from "pg";
import { hostsOf } from "./hosts";
import { type Primary, primaryOf, streamOf } from "./primary";

type Connected = (error?: Error | null) => void;

/** What `pg` keeps of where it connects to. The types don't know of it. */
type Place = {
  host: string;
  port: number;
  connection: { on(event: "errorMessage", listener: (error: { code?: string }) => void): void };
  /** Pools keep no client that is not. */
  _queryable: boolean;
};

const READ_ONLY = "25006";

/**
 * A client of `pg` that connects to the one of the URL's hosts that may be written to, and whose connection ends when
 * that is no more so. Pools take it as their `Client`.
 */
export class PrimaryClient extends Client {
  private readonly primary: Primary | null;

  constructor(config: ClientConfig = {}) {
    const url = config.connectionString ?? "";
    super({ ...config, connectionString: hostsOf(url)[0] });
    this.primary = primaryOf(url);
    const place = this as unknown as Place;
    place.connection.on("errorMessage", ({ code }) => {
      if (code !== READ_ONLY) return;
      place._queryable = false;
      // Once whoever asked has heard why.
      setImmediate(() => void this.end().catch(() => undefined));
    });
  }

  override connect(): Promise<this>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<this> | undefined {
    const connected = this.connectToPrimary().then(
      () => this,
      (error: unknown) => {
        // One that was never connected has nobody who hears that it has been silent for too long.
        streamOf(this).destroy();
        throw error;
      },
    );
    if (!callback) return connected;
    connected.then(
      () => callback(null),
      (error: Error) => callback(error),
    );
  }

  private async connectToPrimary(): Promise<void> {
    if (this.primary) {
      const url = await this.primary.find();
      const { host, port } = new Client(url);
      Object.assign(this as unknown as Place, { host, port });
      this.once(
        "end",
        this.primary.connectedTo(url, (error) => streamOf(this).destroy(error)),
      );
    }
    await super.connect();
  }
}

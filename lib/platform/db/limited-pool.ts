import { Pool, type PoolClient, type PoolConfig } from "pg";
import { Places } from "./places";

type Callback = (error: Error | undefined, client?: PoolClient, done?: () => void) => void;

/** A pool of `pg` whose connections are given out as `Places` are. */
export class LimitedPool extends Pool {
  private readonly places: Places;
  private readonly taken = new WeakMap<PoolClient, () => void>();

  constructor(config: PoolConfig & { max: number }) {
    super(config);
    this.places = new Places(config.max);
    this.on("release", (_error, client) => this.taken.get(client)?.());
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | undefined {
    const connected = this.connectInTurn();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, (error?: Error) => client.release(error)),
      (error: Error) => callback(error),
    );
  }

  private async connectInTurn(): Promise<PoolClient> {
    const giveBack = await this.places.take();
    try {
      const client = await super.connect();
      this.taken.set(client, giveBack);
      return client;
    } catch (error) {
      giveBack();
      throw error;
    }
  }
}

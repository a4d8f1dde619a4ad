import type { Client } from "pg";
import { PrimaryClient } from "./primary-client";

type Query = (config: unknown, ...rest: unknown[]) => unknown;

/**
 * A client that prepares nothing by name, whoever asks for it: behind a transaction pooler the next statement may go to
 * another connection, which does not know it, or to one that has another client's of that name.
 */
export class UnnamedClient extends PrimaryClient {
  override query = ((config: unknown, ...rest: unknown[]) => {
    const query = super.query as Query;
    const isNamed = typeof config === "object" && config !== null && "name" in config;
    return query.call(this, isNamed ? { ...config, name: undefined } : config, ...rest);
  }) as Client["query"];
}

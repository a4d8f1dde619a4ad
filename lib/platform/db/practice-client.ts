import type { Client } from "pg";
import { PrimaryClient } from "./primary-client";

type Query = (config: unknown, ...rest: unknown[]) => unknown;

const unqualified = (text: unknown) =>
  typeof text === "string" ? text.replaceAll('"public".', "") : text;

/**
 * A client of the practice side. Prisma names the schema of each table, here the connection's search path chooses it;
 * values are never in the text.
 */
export class PracticeClient extends PrimaryClient {
  override query = ((config: unknown, ...rest: unknown[]) => {
    const query = super.query as Query;
    if (typeof config === "string") return query.call(this, unqualified(config), ...rest);
    const isStatement = typeof config === "object" && config !== null && "text" in config;
    return query.call(
      this,
      isStatement ? { ...config, text: unqualified(config.text) } : config,
      ...rest,
    );
  }) as Client["query"];
}

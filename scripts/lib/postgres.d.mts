export interface EmbeddedPostgres {
  port: number;
  pid: number | undefined;
  exited: Promise<number | string>;
  url(user: string, secret: string, database: string): string;
  stop(): Promise<void>;
}
export function startPostgres(options: {
  dataDir: string;
  password: string;
  preferredPort?: number;
  durable?: boolean;
  signal?: AbortSignal;
}): Promise<EmbeddedPostgres>;

import { Socket } from "node:net";

/** No statement of the pools takes longer: the server ends it. */
export const STATEMENT_TIMEOUT_MS = 30_000;
/** Nor waits any longer for a row that somebody else has locked: whoever asked is told to ask again. */
export const LOCK_TIMEOUT_MS = 3_000;
/** A connection that has been asked and says nothing for so long carries nothing any more. */
export const SILENCE_MS = STATEMENT_TIMEOUT_MS + 5_000;
/** Networks forget connections that carry nothing. */
export const KEEP_ALIVE_SECONDS = 10;

/** As the operating system says it, so that drivers take it for a lost connection. */
const silent = () =>
  Object.assign(new Error("The database connection carries nothing any more"), {
    code: "ETIMEDOUT",
    errno: -110,
    syscall: "read",
  });

/**
 * Options for a client or pool of `pg`: a connection that carries nothing for `silenceMs` is ended, and what it
 * was asked fails with ETIMEDOUT. Not pg's query_timeout, which leaves the connection in the pool. Pools must end
 * idle connections sooner.
 */
export function endingSilent(silenceMs = SILENCE_MS) {
  return {
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_SECONDS * 1000,
    stream: () => {
      const socket = new Socket();
      return socket.setTimeout(silenceMs, () => socket.destroy(silent()));
    },
  };
}

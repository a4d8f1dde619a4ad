/** Holds the public log against what this browser has seen of it, and keeps what it has seen in IndexedDB. */

import { checkpointIn } from "../log/checkpoint";
import { tilePath } from "../log/tiles";
import { changeKept, readKept } from "./browser-store-client";
import { type Alarm, type Kept, type LogSource, lookAtLog } from "./browser-witness-rules";
import { forgetLogs, seenLogs } from "./seen-client";

const PATIENCE_MS = 15_000;
/** What looks wrong is looked at again: a site that is just being updated is no liar. */
const AGAIN_MS = 3_000;

const readAlarm = async () => (await readKept<Alarm>("alarm")) ?? null;

/** Another tab may have seen more meanwhile. */
const keep = (kept: Kept) =>
  changeKept<Kept>("kept", (other) =>
    other && checkpointIn(other.note).size > checkpointIn(kept.note).size ? other : kept,
  );

/** @throws Error where what answers is not the log, such as a network that wants a login first */
async function ask(path: string, type: string, cache: RequestCache): Promise<Response | null> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(`/log/${path}`, { cache, credentials: "omit", signal });
  if (response.status === 404) return null;
  const isLog = response.ok && response.headers.get("content-type")?.startsWith(type);
  if (!isLog) throw new Error(`/log/${path} answers ${response.status}`);
  return response;
}

/** @param cache for tiles, which never change */
const sourceOf = (cache: RequestCache): LogSource => ({
  text: async (name) => (await ask(name, "text/plain", "no-store"))?.text() ?? null,
  tile: async (tile) => {
    const response = await ask(tilePath(tile), "application/octet-stream", cache);
    return response && new Uint8Array(await response.arrayBuffer());
  },
});

async function lookWith(cache: RequestCache) {
  const [kept = null, seen] = [await readKept<Kept>("kept"), seenLogs()];
  return lookAtLog({ kept, seen, now: Date.now() }, sourceOf(cache));
}

/**
 * One look, and a second one where the first finds something wrong.
 * @param hasBegun whether the site says that it has a log; else only a browser that saw one asks for it
 * @returns what is wrong; null where nothing is
 * @throws DOMException where this browser keeps nothing, Error where the site does not answer
 */
export async function checkLog(hasBegun: boolean): Promise<Alarm | null> {
  const known = await readAlarm();
  // Nothing makes a history one again.
  if (known?.wrong === "changed") return known;
  if (!hasBegun && seenLogs().length === 0 && !(await readKept<Kept>("kept"))) return null;
  let look = await lookWith("default");
  if (look.alarm) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    look = await lookWith("reload");
  }
  const { kept, checked, alarm } = look;
  // Another tab may have found meanwhile what nothing mends.
  await changeKept<Alarm>("alarm", (other) =>
    other?.wrong === "changed" ? other : (alarm ?? undefined),
  );
  if (kept && !alarm) {
    await keep(kept);
    forgetLogs(checked);
  }
  return alarm;
}

/** Forgets a log that has ended with its name, as the person wants: the next look trusts the one that is there. */
export async function followAnew(): Promise<void> {
  const known = await readAlarm();
  if (known?.wrong !== "anew") return;
  forgetLogs(seenLogs());
  await changeKept<Kept>("kept", () => undefined);
  await changeKept<Alarm>("alarm", () => undefined);
}

/** What keeps the public log from going on or from being kept, as the instance that meets it notes it for staff. */
import { prisma } from "@/lib/platform/db";
import { recordCheck } from "@/lib/platform/health";
import { now } from "@/lib/platform/time";
import { LOG_TROUBLES, type LogTrouble, type LogTroubleCode } from "./trouble-rules";

/** The log can't go on as things are set; the message says what to do. */
export class LogStopped extends Error {
  constructor(
    readonly code: LogTroubleCode,
    message: string,
  ) {
    super(message);
  }
}

/** How often trouble that lasts is noted anew, and how long a note counts: whoever wrote it may be gone. */
const NOTE_MS = 30_000;
const COUNTS_MS = 120_000;
const MAX_DETAIL = 300;

/** What this process has noted last; on globalThis, since the server and the bundle load modules separately. */
const holder = globalThis as typeof globalThis & {
  __logTrouble?: { code: LogTroubleCode; detail: string; at: number } | null;
};

/** What was noted last, unless that is over or too long ago. */
export async function readTrouble(): Promise<LogTrouble | null> {
  const row = await prisma.systemCheck.findUnique({ where: { name: "log" } });
  if (!row || row.ok || +now() - +row.at > COUNTS_MS) return null;
  const [first = "", ...rest] = row.summary.split(" ");
  const code = LOG_TROUBLES.find((one) => one === first);
  return code ? { code, detail: rest.join(" "), at: row.at } : null;
}

/** Notes trouble, at once where it is new. Where the database can't take it whoever asks sees that anyway. */
export async function noteTrouble(code: LogTroubleCode, reason: string): Promise<void> {
  const detail = reason.replace(/\s+/g, " ").slice(0, MAX_DETAIL);
  const before = holder.__logTrouble;
  const at = performance.now();
  if (before?.code === code && before.detail === detail && at - before.at < NOTE_MS) return;
  holder.__logTrouble = { code, detail, at };
  await recordCheck("log", { ok: false, summary: `${code} ${detail}` }).catch(() => undefined);
}

/** Takes back what this process noted, where it was one of these. */
export async function noteOver(codes: readonly LogTroubleCode[]): Promise<void> {
  const before = holder.__logTrouble;
  if (!before || !codes.includes(before.code)) return;
  await recordCheck("log", { ok: true, summary: "" });
  holder.__logTrouble = null;
}

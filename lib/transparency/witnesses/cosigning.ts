/** Has witnesses sign the public log's checkpoints (LOG_WITNESSES), by c2sp.org/tlog-witness. */
import { prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { seldom } from "@/lib/platform/log/seldom";
import { now } from "@/lib/platform/time";
import { toBase64, wholeNumber } from "../log/bytes";
import { consistencyProof } from "../log/merkle";
import { cosignatureLines } from "../log/note";
import { tilePath, tileReader } from "../log/tiles";
import { type Head, tileBytes } from "../tree";

const PATIENCE_MS = 5_000;
const COMPLAIN_MS = 60_000;
const MAX_ANSWER = 1_000;
const MAX_PROBLEM = 200;
const [SIGNED, OTHER_SIZE] = [200, 409];

type Answer = { status: number; text: string };

async function proofLines(head: Head, from: number): Promise<string> {
  const read = tileReader(head.size, async (tile) => {
    const bytes = await tileBytes(head, tile);
    if (!bytes) throw new Error(`The log's ${tilePath(tile)} is missing`);
    return bytes;
  });
  const hashes = await consistencyProof(from, head.size, read);
  return hashes.map((hash) => `${toBase64(hash)}\n`).join("");
}

async function ask(url: string, head: Head, from: number): Promise<Answer> {
  const response = await fetch(`${url}/add-checkpoint`, {
    method: "POST",
    body: `old ${from}\n${await proofLines(head, from)}\n${head.note}`,
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return { status: response.status, text: (await response.text()).slice(0, MAX_ANSWER) };
}

/** Asks for a signature, a second time where the witness has seen another size than is known here. */
async function signatureOf(url: string, head: Head, from: number): Promise<string> {
  let answer = await ask(url, head, from);
  const known = answer.status === OTHER_SIZE ? wholeNumber(answer.text.trim()) : null;
  if (known !== null && known <= head.size) answer = await ask(url, head, known);
  if (answer.status !== SIGNED) throw new Error(`${answer.status}: ${answer.text.trim()}`);
  const lines = cosignatureLines(answer.text, head.origin);
  if (lines === null) throw new Error("It did not answer with a cosignature");
  return lines;
}

/**
 * Asks one witness to sign a checkpoint, and notes what came of it.
 * @throws Error where it does not sign, after that was noted
 */
export async function cosignOnce(url: string, head: Head): Promise<void> {
  const before = await prisma.logWitness.findUnique({ where: { url } });
  try {
    const lines = await signatureOf(url, head, Math.min(Number(before?.size ?? 0), head.size));
    const signed = { size: BigInt(head.size), root: new Uint8Array(head.root), lines };
    const row = { ...signed, signedAt: now(), askedAt: now(), problem: null };
    await prisma.logWitness.upsert({ where: { url }, create: { url, ...row }, update: row });
  } catch (error) {
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, MAX_PROBLEM);
    const row = { askedAt: now(), problem };
    await prisma.logWitness.upsert({ where: { url }, create: { url, ...row }, update: row });
    throw error;
  }
}

/** Whether any of the witnesses that the site asks has signed a checkpoint since then. */
export async function wasCosignedSince(since: Date): Promise<boolean> {
  const signed = await prisma.logWitness.findFirst({
    where: { url: { in: env.LOG_WITNESSES }, signedAt: { gte: since } },
  });
  return signed !== null;
}

type Asked = { size: number; isBusy: boolean; complain: ReturnType<typeof seldom> };
const asked = new Map<string, Asked>();

/** Has every witness asked that has not been about this checkpoint. Nobody waits for them: a slow one holds no entry up. */
export function haveCosigned(head: Head): void {
  for (const url of env.LOG_WITNESSES) {
    const own = asked.get(url) ?? { size: 0, isBusy: false, complain: seldom(COMPLAIN_MS) };
    asked.set(url, own);
    if (own.isBusy || own.size === head.size) continue;
    Object.assign(own, { isBusy: true, size: head.size });
    cosignOnce(url, head)
      .catch((error: unknown) =>
        own.complain((unsaid) =>
          log.warn({ event: "log.not_cosigned", witness: url, reason: String(error), unsaid }),
        ),
      )
      .finally(() => {
        own.isBusy = false;
      });
  }
}

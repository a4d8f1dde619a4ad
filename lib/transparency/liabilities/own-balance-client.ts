/** A person's browser looks for its balance in what the site has published that it owes. */
import { bytesToHex, randomBytes } from "@noble/hashes/utils.js";
import { api } from "@/lib/platform/client/api";
import { formatMicro } from "@/lib/platform/money";
import { changeKept, readKept } from "../witnesses/browser-store-client";
import type { Kept } from "../witnesses/browser-witness-rules";
import { type BalanceCheck, judgeBalance, type OwnPart } from "./own-balance-rules";
import type { LiabilityPartDto, LiabilityProofDto, LiabilitySnapshotList } from "./schema";
import type { TreeAnswer, TreeWork } from "./tree-worker-client";

const partKey = (userId: string) => `part ${userId}`;

/** Made up here; the site has it since then, unless it has not answered yet. Or another browser's counts. */
type KeptPart = { part: string; since: number | null } | "other";

/** Makes up this browser's part of the nonce at the first visit. Null where another browser of the person's did. */
async function ownPart(userId: string): Promise<OwnPart | null> {
  const key = partKey(userId);
  const fresh = bytesToHex(randomBytes(32));
  // Before it is sent: an answer that is lost must not cost the only copy. Another tab may do the same.
  await changeKept<KeptPart>(key, (kept) => kept ?? { part: fresh, since: null });
  const kept = await readKept<KeptPart>(key);
  if (!kept || kept === "other") return null;
  const { part, since } = kept;
  if (since !== null) return { part, since };
  const counting = await api.put<LiabilityPartDto>("/user/liability-part", { part });
  const mine = counting.part === part ? { part, since: Date.now() } : null;
  await changeKept<KeptPart>(key, () => mine ?? "other");
  return mine;
}

function findInTrees(work: TreeWork): Promise<TreeAnswer> {
  const worker = new Worker(new URL("./tree-worker-client.ts", import.meta.url), {
    type: "module",
  });
  return new Promise<TreeAnswer>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<TreeAnswer>) => resolve(data);
    worker.onerror = () => resolve({ failed: true });
    worker.postMessage(work);
  }).finally(() => worker.terminate());
}

/** When the newest trees were made; null where nothing is published yet. */
async function newestAt(): Promise<string | null> {
  const { snapshots } = await api.get<LiabilitySnapshotList>("/transparency/liabilities?limit=1");
  return snapshots[0]?.at ?? null;
}

/** The key of the log that this browser trusts. @throws Error while it has not followed the site to another one */
async function logKey(): Promise<string> {
  const kept = await readKept<Kept>("kept").catch(() => undefined);
  const answer = await fetch("/log/key", { credentials: "omit" });
  if (!answer.ok) throw new Error(`/log/key answers ${answer.status}`);
  const named = (await answer.text()).trim();
  if (kept && kept.key !== named) throw new Error("The log has another key than before");
  return named;
}

/**
 * Looks for one's balance in the newest published trees.
 * @param before trees that were looked at already (ISO 8601)
 * @returns what was found; `same` where nothing newer is published, `none` where nothing is
 * @throws ApiError, Error where the site does not answer
 */
export async function findOwnBalance(
  userId: string,
  before: string | null,
): Promise<BalanceCheck | "same" | "none"> {
  // While the site takes nothing new, such as during maintenance, or where nothing is kept, the rest is looked at.
  const own = await ownPart(userId).catch(() => null);
  const newest = await newestAt();
  if (newest === null) return "none";
  if (newest === before) return "same";
  const proof = await api.get<LiabilityProofDto>("/user/liability-proof");
  const { files, nonce, at } = proof;
  const answer = await findInTrees({ files, nonce });
  if ("failed" in answer) throw new Error("The published trees could not be read");
  const found = "found" in answer ? answer.found : null;
  const problem = judgeBalance(proof, found, { own, logKey: await logKey() });
  const amount = (micro: string) => formatMicro(BigInt(micro));
  return {
    at,
    checkedAt: Date.now(),
    problem,
    found: found && { USDT: amount(found.USDT.ownMicro), XAUT: amount(found.XAUT.ownMicro) },
  };
}

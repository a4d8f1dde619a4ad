import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GET as tradeReceipt } from "@/app/api/trades/[id]/receipt/route";
import { prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { settleOnce } from "@/lib/trading/jobs";
import type { Proof, ProofFile } from "@/lib/transparency/receipt/schema";
import { sequenceOnce } from "@/lib/transparency/sequencer";
import { verifyProofFile } from "@/lib/verifier/verify";
import { signedInAdmin } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/poll";
import { open, openMarket, tick, trader } from "../trading/support";

type Route = typeof tradeReceipt;

beforeAll(async () => {
  Object.assign(env, {
    LOG_SIGNING_KEY: Buffer.alloc(32, 1).toString("base64url"),
    LOG_ORIGIN: "site.example/log",
  });
  await openMarket();
  await tick("3990");
});

/** Sequences until nothing waits: transactions of other databases of the server hold rows back too. */
const logAll = () =>
  until("all is logged", async () => {
    await sequenceOnce();
    return (await prisma.logQueue.count()) === 0;
  });

/** The receipt as a proof file. */
async function proofOf(
  kind: ProofFile["kind"],
  receipt: Route,
  token: string,
  id: string,
): Promise<ProofFile> {
  const { status, body } = await callRoute<{ receipt: Proof }>(receipt, { token, params: { id } });
  expect(status).toBe(200);
  const { log, record, salt, proofs, missing } = body.receipt;
  return { v: 1, kind, id, log, record, salt, proofs, missing };
}

const states = (file: ProofFile) => {
  const { steps } = verifyProofFile(file, { logKey: file.log?.key ?? null, witnesses: [] });
  const named = steps.map(({ check, state, reason }) => [check, state, reason ?? ""].join(" "));
  return {
    passed: named.filter((one) => one.includes(" passed")).length,
    rest: named.filter((one) => !one.includes(" passed")),
  };
};

const NO_WITNESS = "cosigned open noWitness";

it("a trade has what proves it, of each part as soon as the log has it", async () => {
  const owner = await trader();
  const early = (await open(owner)).body.trade.id;
  await tick("4000");
  await settleOnce();
  expect(await proofOf("trade", tradeReceipt, owner.token, early)).toMatchObject({
    log: null,
    proofs: { accepted: null, settled: null },
    missing: { accepted: "waiting", entryTick: "waiting", settled: "not_yet", exitTick: "not_yet" },
  });
  // As of a version that wrote no log.
  await testDatabase().query("DELETE FROM log_queue");
  await logAll();
  await tick("4001");
  const { id } = (await open(owner)).body.trade;
  const waiting = await proofOf("trade", tradeReceipt, owner.token, id);
  expect(waiting.missing).toMatchObject({ accepted: "waiting", entryTick: "not_yet" });
  await tick("4002");
  await settleOnce();
  await tick("4003", { after: 59.5 });
  await tick("4000", { after: 1 });
  await settleOnce();
  await logAll();
  const file = await proofOf("trade", tradeReceipt, owner.token, id);
  expect(states(file)).toEqual({ passed: 19, rest: [NO_WITNESS] });
  expect(JSON.parse(file.record ?? "")).toMatchObject({ event: "settled", status: "won" });
  const hash = createHash("sha256")
    .update(Buffer.from(file.salt ?? "", "hex"))
    .update(file.record ?? "");
  expect(JSON.parse(file.proofs.settled?.entry ?? "").hash).toBe(hash.digest("hex"));

  const before = await proofOf("trade", tradeReceipt, owner.token, early);
  expect(before.missing).toMatchObject({ accepted: "before_log", tickBeforeEntry: "before_log" });
  expect(states(before).rest).toContain("logged open before_log");

  const { status } = await callRoute(tradeReceipt, {
    token: (await trader()).token,
    params: { id },
  });
  expect(status).toBe(404);
  const staff = await proofOf("trade", tradeReceipt, (await signedInAdmin()).token, id);
  expect(staff).toMatchObject({ record: null, salt: null, proofs: { settled: { salt: null } } });
  expect(staff.proofs.settled?.entry).toBe(file.proofs.settled?.entry);
});

it("a spot trade is proved by its bid and ask", async () => {
  const owner = await trader();
  await tick("4000");
  const order = { type: "manual", side: "buy", direction: undefined, duration: undefined };
  const { id } = (await open(owner, order)).body.trade;
  await logAll();
  const file = await proofOf("trade", tradeReceipt, owner.token, id);
  expect(states(file)).toEqual({ passed: 14, rest: [NO_WITNESS] });
  expect(file.missing).toEqual({ exitTick: "none", tickAfterExit: "none" });
});

it("a receipt for another tick fits nothing that was logged", async () => {
  const owner = await trader();
  await tick("4001");
  const { id } = (await open(owner)).body.trade;
  await tick("4002");
  await settleOnce();
  await tick("4003", { after: 59.5 });
  await tick("4000", { after: 1 });
  await settleOnce();
  await logAll();
  expect(states(await proofOf("trade", tradeReceipt, owner.token, id)).rest).toEqual([NO_WITNESS]);
  // The operator lets the next price decide, with every right over the database.
  await testDatabase().query(`
    SET session_replication_role = replica;
    UPDATE trade SET status = 'lost', payout_micro = 0, exit_tick_seq = t.seq, exit_price_e8 = t.price_e8
    FROM (SELECT seq, price_e8 FROM market_tick ORDER BY seq DESC LIMIT 1) t WHERE id = '${id}'`);
  const { rest } = states(await proofOf("trade", tradeReceipt, owner.token, id));
  expect(rest).toContain("record failed otherHash");
  expect(rest.filter((step) => step.includes(" failed"))).not.toEqual([]);
});

it("the log says which verifier the site hands out, once", async () => {
  await logAll();
  const rows = await prisma.logEntry.findMany({ where: { kind: "terms" } });
  const sha256 = createHash("sha256").update(readFileSync("public/verify.html")).digest("hex");
  expect(rows.map(({ entry }) => JSON.parse(entry))).toEqual([
    expect.objectContaining({ subject: "verifier", file: "/verify.html", sha256, before: null }),
  ]);
});

it("a verifier that was changed stands in the log beside the one before", async () => {
  await logAll();
  const folder = mkdtempSync(join(tmpdir(), "changed-verifier-"));
  mkdirSync(join(folder, "public"));
  const changed = `${readFileSync("public/verify.html", "utf8")}<!-- says yes to everything -->`;
  writeFileSync(join(folder, "public", "verify.html"), changed);
  const place = jest.spyOn(process, "cwd").mockReturnValue(folder);
  try {
    // As after a start of the site.
    await jest.isolateModulesAsync(async () => {
      const [{ env: own }, sequencer] = await Promise.all([
        import("@/lib/platform/env"),
        import("@/lib/transparency/sequencer"),
      ]);
      const { LOG_SIGNING_KEY, LOG_ORIGIN } = env;
      Object.assign(own, { LOG_SIGNING_KEY, LOG_ORIGIN });
      await until("it is said", async () => {
        await sequencer.sequenceOnce();
        return (await prisma.logEntry.count({ where: { kind: "terms" } })) > 1;
      });
    });
  } finally {
    place.mockRestore();
  }
  const rows = await prisma.logEntry.findMany({
    where: { kind: "terms" },
    orderBy: { index: "asc" },
  });
  const [first, second] = rows.map(({ entry }) => JSON.parse(entry));
  const handedOut = createHash("sha256").update(changed).digest("hex");
  expect(second).toMatchObject({ subject: "verifier", sha256: handedOut, before: first.sha256 });
  expect(first.sha256).not.toBe(handedOut);
});

import { randomUUID } from "node:crypto";
import { POST as stopRun } from "@/app/api/admin/users/[id]/runs/[runId]/stop/route";
import { GET as listRuns } from "@/app/api/admin/users/[id]/runs/route";
import { PUT as toggle } from "@/app/api/admin/users/[id]/toggle-status/route";
import { runStrategiesOnce } from "@/lib/ai/runner";
import type { RunList, RunResponse } from "@/lib/ai/schema";
import { prisma } from "@/lib/platform/db";
import { findBlockers } from "@/lib/staff/erasure";
import { signedInAdmin } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { toldToUsers } from "@/tests/support/told";
import {
  aiTrader,
  aroundRuns,
  closeHour,
  decideAndFill,
  detail,
  micro,
  money,
  newKey,
  startedRun,
  stop,
  type TestTrader,
  tick,
  wait,
} from "./support";

aroundRuns();

const REASON = "Account closed on request";
let staff: Awaited<ReturnType<typeof signedInAdmin>>;
beforeAll(async () => {
  staff = await signedInAdmin();
});

const stopFor = (
  { user }: { user: { id: string } },
  runId: string,
  { token = staff.token, reason = REASON as unknown, key = newKey() } = {},
) =>
  callRoute<RunResponse>(stopRun, {
    token,
    params: { id: user.id, runId },
    body: { reason },
    idempotencyKey: key,
  });

/** A run that holds XAUT, of somebody whose account is switched off. */
async function runOfTheLockedOut(): Promise<{ owner: TestTrader; id: string }> {
  const owner = await aiTrader();
  const id = await startedRun(owner);
  await closeHour(4000);
  await decideAndFill("4000");
  const off = { isActive: false, reason: REASON };
  const params = { id: owner.user.id };
  const answer = await callRoute(toggle, { method: "PUT", token: staff.token, params, body: off });
  expect(answer.status).toBe(200);
  expect((await stop(owner, id)).status).toBe(401);
  return { owner, id };
}

const newest = async ({ user }: TestTrader) =>
  toldToUsers.findFirstOrThrow({ where: { userId: user.id }, orderBy: { id: "desc" } });

it("ends the run of somebody who can't, as they would, and tells them", async () => {
  const { owner, id } = await runOfTheLockedOut();
  expect(await findBlockers(owner.user.id)).toContain("runs");
  const { status, body } = await stopFor(owner, id);
  expect([status, body.run.status, body.run.stopReason]).toEqual([200, "stopping", "support"]);
  expect(await newest(owner)).toMatchObject({
    type: "ai",
    title: "Strategy run stopping",
    message: expect.stringContaining(`Support stopped it. Reason: ${REASON}`),
  });
  await tick("4100");
  await runStrategiesOnce();
  const run = await prisma.strategyRun.findUniqueOrThrow({ where: { id } });
  expect([run.status, run.holdingMicro]).toEqual(["stopped", 0n]);
  const [available, inRuns, gold] = (await money(owner)).split(" ");
  expect([inRuns, gold]).toEqual(["0.000000", "0.000000"]);
  expect(micro(available ?? "")).toBe(micro("900") + (run.returnedMicro ?? 0n));
  const sale = await prisma.trade.findFirstOrThrow({
    where: { strategyRunId: id, side: "sell" },
    orderBy: { id: "desc" },
  });
  expect(sale.entryPriceE8).toBeLessThanOrEqual(4100_00000000n);
  expect(sale.entryPriceE8).toBeGreaterThan(4090_00000000n);
  expect((await newest(owner)).title).toBe("Strategy run stopped");
  const audited = await prisma.auditEntry.findMany({ where: { targetId: id } });
  expect(audited).toMatchObject([
    {
      action: "strategy-run.stop",
      actorId: staff.user.id,
      subjectUserId: owner.user.id,
      reason: REASON,
      before: { status: "running", allocated: "100.000000" },
      after: { status: "stopping" },
    },
  ]);
  expect(await findBlockers(owner.user.id)).not.toContain("runs");
});

it("waits for a price as their own stop does, and is done once", async () => {
  const { owner, id } = await runOfTheLockedOut();
  await wait(11);
  const key = newKey();
  const first = await stopFor(owner, id, { key });
  expect(first.body.run.status).toBe("stopping");
  expect((await newest(owner)).title).toBe("Strategy run stopping");
  expect((await stopFor(owner, id)).body.code).toBe("ALREADY_PROCESSED");
  await decideAndFill("4000");
  const list = await callRoute<RunList>(listRuns, {
    token: staff.token,
    params: { id: owner.user.id },
  });
  expect(list.body.runs).toMatchObject([{ id, status: "stopped", stopReason: "support" }]);
  expect((await stopFor(owner, id, { key })).body).toEqual(first.body);
  expect(await prisma.auditEntry.count({ where: { targetId: id } })).toBe(1);
});

it("is for finance, with a reason, for a run of that user, and not for oneself", async () => {
  const [owner, other] = [await aiTrader(), await aiTrader()];
  const id = await startedRun(owner);
  const support = await signedInAdmin({ permissions: ["users"] });
  const refusals = await Promise.all([
    stopFor(owner, id, { token: support.token }),
    stopFor(owner, id, { token: owner.token }),
    stopFor(owner, id, { reason: "no" }),
    stopFor(owner, id, { reason: null }),
    stopFor(other, id),
    stopFor(owner, randomUUID()),
    stopFor(owner, "not-an-id"),
    stopFor(staff, id),
  ]);
  expect(refusals.map(({ status }) => status)).toEqual([403, 403, 422, 422, 404, 404, 404, 403]);
  const early = await stopFor(owner, id);
  expect([early.status, early.body.message]).toEqual([
    409,
    "Only the owner can stop this run while the account is active",
  ]);
  const read = { token: support.token, params: { id: owner.user.id } };
  expect((await callRoute(listRuns, read)).status).toBe(403);
  expect((await detail(owner, id)).body.run.status).toBe("running");
});

import { z } from "zod";
import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { route } from "@/lib/sessions/gate";
import { signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { until } from "@/tests/support/poll";

let mockAheadMs = 0;
jest.mock("@/lib/platform/time", () => ({
  ...jest.requireActual("@/lib/platform/time"),
  now: () => new Date(Date.now() + mockAheadMs),
}));

/** The runs of the handler, in their order; each waits to be told how it ends. */
let runs: { succeed: () => void; fail: (error: Error) => void }[];
beforeEach(() => {
  mockAheadMs = 0;
  runs = [];
});

const handler = route(
  {
    summary: "Answers the number of its run",
    tag: "System",
    auth: "user",
    errors: ["MARKET_STALE"],
    idempotent: "record",
    response: z.object({ run: z.number() }),
  },
  () => {
    const number = runs.length + 1;
    return new Promise<{ run: number }>((resolve, fail) => {
      runs.push({ succeed: () => resolve({ run: number }), fail });
    });
  },
);

const send = (token: string) =>
  callRoute<{ run: number }>(handler, { method: "POST", token, idempotencyKey: "key" });
const running = (count: number) => until("it runs", () => runs.length === count);

/** Two requests, of which the second took over the first one's claim when its time was up. */
async function takenOver() {
  const { token } = await signedInUser();
  const first = send(token);
  await running(1);
  mockAheadMs = 31_000;
  const second = send(token);
  await running(2);
  return { token, first, second };
}

describe("a request whose claim was taken over", () => {
  it("frees nothing when it fails: a third one waits for the second", async () => {
    const { token, first, second } = await takenOver();
    runs[0]?.fail(new AppError("SERVICE_UNAVAILABLE"));
    expect((await first).status).toBe(503);
    const third = send(token);
    runs[1]?.succeed();
    for (const answer of [await second, await third]) expect(answer.body.run).toBe(2);
    expect(runs).toHaveLength(2);
  });

  it("keeps its late answer to itself", async () => {
    const { token, first, second } = await takenOver();
    runs[1]?.succeed();
    expect((await second).body.run).toBe(2);
    runs[0]?.succeed();
    expect((await first).body.run).toBe(1);
    expect((await send(token)).body.run).toBe(2);
  });
});

it("what failed is answered also when its claim can't be freed", async () => {
  const logged = jest.spyOn(log, "error").mockImplementation(() => undefined);
  jest.spyOn(prisma.idempotencyRecord, "deleteMany").mockRejectedValueOnce(new Error("gone"));
  const { token } = await signedInUser();
  const answer = send(token);
  await running(1);
  runs[0]?.fail(new AppError("MARKET_STALE"));
  expect((await answer).body.code).toBe("MARKET_STALE");
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ event: "idempotency.claim_left" }));
});

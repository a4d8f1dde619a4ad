import { GET as referralData } from "@/app/api/user/referral-data/route";
import { POST as validate } from "@/app/api/user/validate-referral/route";
import { processDeposit } from "@/lib/deposits/processing";
import { MICRO } from "@/lib/platform/money";
import { payReferrals } from "@/lib/referrals/mutations";
import type { ReferralData } from "@/lib/referrals/schema";
import { creditUser, reportDeposit } from "@/tests/factories/deposits";
import { createTestAdmin, createTestUser, signedInUser } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { fundHouse, stockHouse } from "../vault/support";
import { invitedBy, payFee, recordPrice } from "./support";

beforeAll(async () => {
  await stockHouse();
  await fundHouse("referral", "USDT", 100n * MICRO);
  await recordPrice();
});

const read = (token: string, query = "", headers: Record<string, string> = {}) =>
  callRoute<ReferralData>(referralData, {
    token,
    path: `/api/user/referral-data${query}`,
    headers,
  });

it("shows code and link, and nobody before anybody came", async () => {
  const { user, token } = await signedInUser();
  const { status, body } = await read(token, "", { host: "gold.example" });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    referralCode: user.referralCode,
    referralLink: `http://gold.example/register?ref=${user.referralCode}`,
    rate: "0.100000",
    totals: { invited: 0, active: 0, earnedUsdt: "0.000000" },
    referrals: [],
    nextCursor: null,
  });
});

it("counts who came, who is active, and what each earned, and shows no full names", async () => {
  const { user, token } = await signedInUser();
  const idle = await createTestUser({ referredById: user.id });
  const trader = await invitedBy(user);
  await payFee(trader, 2n * MICRO);
  await payReferrals();
  const { user: depositor, token: theirs } = await signedInUser({ referredById: user.id });
  const reported = await reportDeposit(theirs, await createWalletRow());
  const admin = { id: (await createTestAdmin()).id, name: "admin", requestId: "", ip: "" };
  await processDeposit(admin, reported.body.deposit.id, {
    action: "confirm",
    adminNotes: undefined,
    transactionHash: undefined,
  });
  // Somebody else's people and earnings are none of one's own.
  const other = await createTestUser();
  await payFee(await invitedBy(other), MICRO);
  await payReferrals();

  const { body } = await read(token);
  expect(body.totals).toEqual({ invited: 3, active: 2, earnedUsdt: "0.200000" });
  expect(body.referrals).toEqual(
    [depositor, trader, idle].map((person) => ({
      username: `${person.username.slice(0, 2)}•••`,
      joinedAt: person.createdAt.toISOString(),
      earnedUsdt: person === trader ? "0.200000" : "0.000000",
    })),
  );
});

it("pages through the people invited, newest first", async () => {
  const { user, token } = await signedInUser();
  const people = [];
  for (let n = 0; n < 5; n++) people.push(await createTestUser({ referredById: user.id }));
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { body }: { body: ReferralData } = await read(
      token,
      `?limit=2${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...body.referrals.map(({ joinedAt }) => joinedAt));
    expect(body.totals.invited).toBe(5);
    cursor = body.nextCursor;
  }
  expect(seen).toEqual(people.map(({ createdAt }) => createdAt.toISOString()).reverse());
});

it("is off where referral rewards are", async () => {
  const { token } = await signedInUser({ country: "United Kingdom", countryCode: "+44" });
  const { status, body } = await read(token);
  expect([status, body.code, body.message]).toEqual([
    403,
    "NOT_AVAILABLE_IN_COUNTRY",
    "Not available in your country",
  ]);
});

it("needs a session and a cursor of its own", async () => {
  expect((await callRoute(referralData)).status).toBe(401);
  const { token } = await signedInUser();
  expect((await read(token, "?cursor=1")).status).toBe(422);
  expect((await read(token, "?limit=101")).status).toBe(422);
});

it("checks a code for people who are about to register", async () => {
  const { user } = await signedInUser();
  await creditUser(user.id, MICRO);
  const check = (referralCode: unknown) => callRoute(validate, { body: { referralCode } });
  expect((await check(user.referralCode)).body).toEqual({
    success: true,
    valid: true,
    referrer: `${user.username.slice(0, 2)}•••`,
  });
  expect((await check(user.referralCode.toLowerCase())).body.valid).toBe(true);
  expect((await check("NOBODY00")).body).toEqual({ success: true, valid: false });
  expect((await check("")).status).toBe(422);
});

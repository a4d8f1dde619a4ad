import { Secret, TOTP } from "otpauth";
import { GET as overview } from "@/app/api/admin/overview/route";
import { GET as profile } from "@/app/api/auth/profile/route";
import { POST as send } from "@/app/api/chat/send-message/route";
import { POST as confirm } from "@/app/api/user/two-factor/confirm/route";
import { POST as disable } from "@/app/api/user/two-factor/disable/route";
import { POST as setup } from "@/app/api/user/two-factor/setup/route";
import { deliveries } from "@/deliveries";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { prisma } from "@/lib/platform/db";
import { startRelay } from "@/lib/platform/outbox/relay";
import { EVENT_CHANNEL, REVOKED_EVENT, unpack } from "@/lib/platform/realtime/events";
import { startListener } from "@/lib/platform/realtime/listener";
import { verifySessionToken } from "@/lib/sessions/mutations";
import { updateSettings } from "@/lib/site/mutations";
import {
  createTestUser,
  signedInAdmin,
  signedInUser,
  TEST_PASSWORD,
} from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
import { manageBalance } from "./support";

const setRequired = (staffTwoFactorRequired: boolean) =>
  updateSettings(SYSTEM_ACTOR, { staffTwoFactorRequired });
const overviewStatus = async (token: string) => (await callRoute(overview, { token })).status;

const refused = { status: 403, body: { code: "STAFF_TWO_FACTOR_REQUIRED" } };

afterEach(() => setRequired(false));

it("asks nothing of staff while the setting is off", async () => {
  const { token } = await signedInAdmin();
  expect(await overviewStatus(token)).toBe(200);
});

it("lets staff without two-factor do nothing as staff until they have set it up", async () => {
  const { token } = await signedInAdmin();
  const customer = await createTestUser();
  await setRequired(true);
  expect(await callRoute(overview, { token })).toMatchObject(refused);
  const body = { amount: "1", operation: "add", reason: "A good reason" };
  expect(await manageBalance(token, customer.id, body)).toMatchObject(refused);
  expect(await verifySessionToken(token)).toMatchObject({ isAdmin: false, permissions: [] });
  expect((await callRoute(profile, { token })).status).toBe(200);

  const { body: started } = await callRoute<{ secret: string }>(setup, { token, method: "POST" });
  const totp = new TOTP({ secret: Secret.fromBase32(started.secret) }).generate();
  const done = await callRoute(confirm, { token, body: { password: TEST_PASSWORD, totp } });
  expect(done.status).toBe(200);
  expect(await overviewStatus(token)).toBe(200);
});

it("ends the live connections of those who lose their rights with it", async () => {
  const { user, token } = await signedInAdmin();
  const other = await signedInAdmin();
  await asOwner().user.update({
    where: { id: other.user.id },
    data: { twoFactorEnabledAt: new Date() },
  });
  const ended: (string | null)[] = [];
  const listener = await startListener({
    channels: {
      [EVENT_CHANNEL]: (payload) =>
        ended.push(...unpack(payload).flatMap(({ t, u }) => (t === REVOKED_EVENT ? [u] : []))),
    },
    onResume: () => undefined,
  });
  const relay = startRelay(deliveries);
  try {
    await setRequired(true);
    await until("the connections end", () => ended.includes(user.id));
    expect(ended).not.toContain(other.user.id);

    const { body: started } = await callRoute<{ secret: string }>(setup, { token, method: "POST" });
    const app = new TOTP({ secret: Secret.fromBase32(started.secret) });
    const proof = (timestamp: number) => ({
      password: TEST_PASSWORD,
      totp: app.generate({ timestamp }),
    });
    expect((await callRoute(confirm, { token, body: proof(Date.now()) })).status).toBe(200);
    ended.length = 0;
    const later = proof(Date.now() + 30_000);
    expect((await callRoute(disable, { token, body: later })).status).toBe(200);
    await until("the connections end", () => ended.includes(user.id));
  } finally {
    await relay.stop();
    await listener.stop();
  }
});

it("does not let them act as staff through what users share with staff", async () => {
  const { token } = await signedInAdmin();
  const { user } = await signedInUser();
  const chat = await prisma.chat.create({ data: { userId: user.id } });
  await setRequired(true);
  const body = { message: "As staff", chatId: chat.id };
  expect((await callRoute(send, { token, body })).status).toBe(404);
});

it("asks nothing of customers, who stay refused for what they are", async () => {
  const { token } = await signedInUser();
  await setRequired(true);
  expect((await callRoute(profile, { token })).status).toBe(200);
  expect(await callRoute(overview, { token })).toMatchObject({
    status: 403,
    body: { code: "FORBIDDEN" },
  });
});

import { apiRoutes } from "@/app/api/manifest";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import type { RouteHandler } from "@/lib/platform/http";
import { type Endpoint, listEndpoints } from "@/lib/platform/http/openapi";
import { updateSettings } from "@/lib/site/mutations";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";

const UNKNOWN_ID = "01920000-0000-7000-8000-000000000000";

/** What people do for themselves that moves no money. Whatever is not here has to say that it does. */
const MOVES_NOTHING = [
  "POST /api/alerts",
  "DELETE /api/alerts/{id}",
  "POST /api/auth/logout",
  "PUT /api/chat/mark-read/{id}",
  "PUT /api/chat/rating",
  "POST /api/chat/reopen-request",
  "POST /api/chat/send-image",
  "POST /api/chat/send-message",
  "PATCH /api/notifications/{id}/read",
  "PATCH /api/notifications/read-all",
  "POST /api/push/subscriptions",
  "DELETE /api/push/subscriptions",
  "PATCH /api/recurring/{id}",
  "DELETE /api/recurring/{id}",
  "PATCH /api/savings/user/{id}",
  "POST /api/trades/ai/backtest",
  // What a run holds goes on being traded, so its end must stay in the user's hands.
  "POST /api/trades/ai/runs/{id}/stop",
  "POST /api/trades/setups/{id}/decline",
  "POST /api/user/accept-risk",
  "PUT /api/user/change-email",
  "PUT /api/user/change-password",
  "PUT /api/user/change-withdraw-password",
  "PUT /api/user/device-approval",
  "POST /api/user/freeze",
  "PUT /api/user/liability-part",
  "PUT /api/user/limits",
  "PUT /api/user/notification-settings",
  "POST /api/user/passkeys",
  "POST /api/user/passkeys/challenge",
  "POST /api/user/passkeys/options",
  "DELETE /api/user/passkeys/{id}",
  "PUT /api/user/phrase",
  "PUT /api/user/preferences",
  "POST /api/user/self-exclusion",
  "DELETE /api/user/sessions",
  "DELETE /api/user/sessions/{id}",
  "PUT /api/user/set-withdraw-password",
  "POST /api/user/time-out",
  "POST /api/user/two-factor/confirm",
  "POST /api/user/two-factor/disable",
  "POST /api/user/two-factor/recovery-codes",
  "POST /api/user/two-factor/setup",
  "POST /api/user/verify-email",
  "POST /api/user/withdrawal-addresses",
  "PUT /api/user/withdrawal-addresses",
  "DELETE /api/user/withdrawal-addresses/{id}",
  "PUT /api/user/withdrawal-delay",
];

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

async function handlerOf({ path, method }: Endpoint): Promise<RouteHandler> {
  const route = apiRoutes.find((each) => each.path === path);
  const handlers = (await route?.load()) as Record<string, RouteHandler> | undefined;
  return handlers?.[method] as RouteHandler;
}

async function callEndpoint(endpoint: Endpoint, token: string) {
  const { method, path, declaration } = endpoint;
  const body = method === "GET" ? undefined : declaration.files ? new FormData() : {};
  return callRoute(await handlerOf(endpoint), {
    method,
    path: path.replace(/\{\w+\}/g, UNKNOWN_ID),
    params: Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, UNKNOWN_ID]),
    ),
    body,
    token,
    idempotencyKey: method === "GET" ? undefined : `maintenance-${method}-${path}`.slice(0, 100),
  });
}

let endpoints: Endpoint[];

beforeAll(async () => {
  endpoints = await listEndpoints(apiRoutes);
});
afterEach(() => updateSettings(SYSTEM_ACTOR, { maintenance: false }));

const money = () => endpoints.filter(({ declaration }) => declaration.movesMoney);

it("makes every deed of a user say whether it moves their money", () => {
  const silent = endpoints
    .filter(({ method, declaration }) => declaration.auth === "user" && method !== "GET")
    .filter(({ declaration }) => !declaration.movesMoney)
    .map(nameOf);
  expect(silent.toSorted()).toEqual(MOVES_NOTHING.toSorted());
  expect(money().length).toBeGreaterThanOrEqual(9);
  expect(money().every(({ declaration }) => declaration.auth === "user")).toBe(true);
});

it("refuses every money deed of a user during maintenance, and none after it", async () => {
  const { token } = await signedInUser();
  await updateSettings(SYSTEM_ACTOR, { maintenance: true });
  for (const endpoint of money()) {
    const { status, body } = await callEndpoint(endpoint, token);
    expect([nameOf(endpoint), status, body]).toEqual([
      nameOf(endpoint),
      503,
      expect.objectContaining({
        success: false,
        code: "MAINTENANCE",
        message: "We're doing maintenance. Please try again later.",
      }),
    ]);
  }
  await updateSettings(SYSTEM_ACTOR, { maintenance: false });
  for (const endpoint of money()) {
    const { status, body } = await callEndpoint(endpoint, token);
    expect([nameOf(endpoint), body.code]).not.toEqual([nameOf(endpoint), "MAINTENANCE"]);
    expect(status).toBeLessThan(500);
  }
});

it("asks who it is first, and refuses staff their own money deeds too", async () => {
  await updateSettings(SYSTEM_ACTOR, { maintenance: true });
  const admin = await signedInAdmin();
  for (const endpoint of money()) {
    expect((await callEndpoint(endpoint, "nobody")).status).toBe(401);
  }
  expect((await callEndpoint(money()[0]!, admin.token)).status).toBe(503);
});

it("lets users read everything and staff work on", async () => {
  const [user, admin] = await Promise.all([signedInUser(), signedInAdmin()]);
  await updateSettings(SYSTEM_ACTOR, { maintenance: true });
  for (const endpoint of endpoints) {
    const { auth, movesMoney } = endpoint.declaration;
    const isReading = endpoint.method === "GET" && auth === "user";
    if (movesMoney || (!isReading && auth !== "admin")) continue;
    const { body } = await callEndpoint(endpoint, auth === "admin" ? admin.token : user.token);
    expect([nameOf(endpoint), body.code]).not.toEqual([nameOf(endpoint), "MAINTENANCE"]);
  }
});

import "@/tests/support/words/pseudo-site";
import { PUT as resetPassword } from "@/app/api/admin/users/[id]/reset-password/route";
import { POST as forgotPassword } from "@/app/api/auth/forgot-password/route";
import { POST as login } from "@/app/api/auth/login/route";
import { POST as register } from "@/app/api/auth/register/route";
import { apiRoutes } from "@/app/api/manifest";
import { GET as notifications } from "@/app/api/notifications/route";
import { PUT as changePassword } from "@/app/api/user/change-password/route";
import { GET as sessions } from "@/app/api/user/sessions/route";
import type { RouteHandler } from "@/lib/platform/http";
import { listEndpoints } from "@/lib/platform/http/openapi";
import { signedInAdmin, signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";
import { mailsTo } from "@/tests/support/mail";
import { outsideBrackets } from "@/tests/support/words/pseudo-locale";

const NEW_PASSWORD = "battery staple";
const NO_ONE = "00000000-0000-7000-8000-000000000000";
/** What has no words: downloads, probes of machines. Logging out would end the test's own session. */
const LEFT_OUT = /^\/api\/(cron|metrics|auth\/logout|user\/freeze)/;

type Said = { message?: string; errors?: Record<string, string[]> };
const wordsOf = ({ message = "", errors = {} }: Said) => [message, ...Object.values(errors).flat()];
const isJson = (response: Response) =>
  /^application\/json/.test(response.headers.get("content-type") ?? "");

/** The plain words of what an endpoint answers to a request that is wrong. */
async function plainWords(
  handler: RouteHandler,
  { path, method }: { path: string; method: string },
  token: string | undefined,
): Promise<{ plain: string[]; count: number }> {
  const params = Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, NO_ONE]),
  );
  const body = method === "GET" ? undefined : { noSuchField: 1 };
  const address = path.replace(/\{\w+\}/g, NO_ONE);
  const response = await callRaw(handler, { method, path: address, params, body, token });
  if (!isJson(response)) return { plain: [], count: 0 };
  const words = wordsOf((await response.json()) as Said).filter((text) => text !== "");
  const plain = words.filter((text) => outsideBrackets(text) !== "");
  return { plain: plain.map((text) => `${method} ${path}: ${text}`), count: words.length };
}

it("every endpoint refuses a wrong request in the language of the site", async () => {
  const [user, admin] = await Promise.all([signedInUser(), signedInAdmin()]);
  const plain: string[] = [];
  let count = 0;
  const loaded = new Map(apiRoutes.map(({ path, load }) => [path, load]));
  for (const endpoint of await listEndpoints(apiRoutes)) {
    if (LEFT_OUT.test(endpoint.path) || endpoint.declaration.produces) continue;
    const handlers = (await loaded.get(endpoint.path)?.()) as Record<string, RouteHandler>;
    const handler = handlers[endpoint.method] as RouteHandler;
    const own = endpoint.declaration.auth === "admin" ? admin.token : user.token;
    for (const token of [undefined, own]) {
      const found = await plainWords(handler, endpoint, token);
      plain.push(...found.plain);
      count += found.count;
    }
  }
  expect(plain).toEqual([]);
  expect(count).toBeGreaterThan(300);
});

const person = {
  username: "pseudo_maria",
  email: "pseudo.maria@example.com",
  country: "Brazil",
  countryCode: "+55",
  phoneNumber: "1155550000",
  gender: "Female",
  password: TEST_PASSWORD,
};

it("mails, notifications and answers of success are in the language of the site", async () => {
  const registered = await callRoute<{ user: { id: string } }>(register, { body: person });
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const signedIn = await callRoute<{ token: string }>(login, {
    body: { usernameOrEmail: person.username, password: TEST_PASSWORD },
    headers: { "user-agent": userAgent },
  });
  const { token } = signedIn.body;
  const changed = await callRoute(changePassword, {
    method: "PUT",
    token,
    body: { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD },
  });
  const forgotten = await callRoute(forgotPassword, { body: { email: person.email } });
  const listed = await callRoute<{ notifications: { title: string; message: string }[] }>(
    notifications,
    { token },
  );
  const devices = await callRoute<{ sessions: { device: string }[] }>(sessions, { token });
  const admin = await signedInAdmin();
  const reset = await callRoute(resetPassword, {
    method: "PUT",
    token: admin.token,
    params: { id: registered.body.user.id },
    body: { newPassword: TEST_PASSWORD, reason: "Asked for by telephone" },
  });
  const answers = [registered, signedIn, changed, forgotten, reset];
  expect(answers.map(({ body }) => body.success)).toEqual(answers.map(() => true));
  const told = [
    ...answers.map(({ body }) => body.message ?? ""),
    ...listed.body.notifications.flatMap(({ title, message }) => [title, message]),
    ...devices.body.sessions.map(({ device }) => device),
  ];
  expect(told.length).toBeGreaterThan(10);
  expect(told.filter((text) => outsideBrackets(text) !== "")).toEqual([]);

  const mails = await mailsTo(person.email);
  expect(mails.length).toBeGreaterThan(3);
  const written = mails.map((mail) => mail.replace(/^To: .*\nSubject: /, ""));
  expect(written.filter((mail) => outsideBrackets(mail) !== "")).toEqual([]);
});

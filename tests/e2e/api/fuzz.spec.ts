import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { hostileTexts, type Schema, sample, withNamedSchemas } from "@/tests/support/fuzz";
import {
  call,
  credit,
  type Person,
  registerPerson,
  reportDeposit,
  signInAdmin,
  succeed,
} from "../support/api";
import { inLongRun } from "../support/pages";
import { expect, test } from "../support/test";
import { askForWithdrawal, setWithdrawPassword } from "../support/withdrawals";

type Operation = {
  operationId: string;
  security: unknown[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Endpoint = Operation & { method: string; path: string };

const UNKNOWN_ID = "01920000-0000-7000-8000-000000000000";
async function endpoints(): Promise<Endpoint[]> {
  const { body } = await call("GET", "/api/openapi.json");
  const { paths } = withNamedSchemas(body as { paths: Record<string, Record<string, Operation>> });
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

const withId = (path: string, id: string) => path.replace(/\{\w+\}/g, encodeURIComponent(id));
const isAdminOnly = ({ path }: Endpoint) => path.startsWith("/api/admin/");
const jsonSchema = (endpoint: Endpoint) =>
  endpoint.requestBody?.content["application/json"]?.schema;

/**
 * Answers that no endpoint may give, with what was sent. A thousand of them are looked at, and an
 * `expect` of Playwright's costs more time than a request: hence plain comparisons.
 */
class Answers {
  readonly unsound: string[] = [];

  /** Notes an answer where the server broke or that has a shape of its own. */
  check(what: string, status: number, body: Record<string, unknown>, lowest = 200): void {
    const text = JSON.stringify(body);
    const isRefusal = body.success === false && typeof body.code === "string";
    const isTalkative = /prisma|postgres|node_modules|at Object\./i.test(text);
    const isSound =
      status >= lowest &&
      (status < 500 || status === 503) &&
      (status < 400 || (isRefusal && !isTalkative));
    if (!isSound) this.unsound.push(`${what} answered ${status}: ${text}`);
  }
}

async function rawCall(
  method: string,
  path: string,
  init: RequestInit,
): Promise<[number, Record<string, unknown>]> {
  const origin = `http://localhost:${process.env.E2E_PORT}`;
  const response = await fetch(origin + path, { method, ...init });
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  return [response.status, isJson ? (JSON.parse(text) as Record<string, unknown>) : {}];
}

async function sendBody({ method, path }: Endpoint, token: string, id: string, body: unknown) {
  return rawCall(method, withId(path, id), {
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

test("nobody and plain users are kept out", async () => {
  const person = await registerPerson();
  for (const endpoint of await endpoints()) {
    if (endpoint.security.length === 0) continue;
    const name = `${endpoint.method} ${endpoint.path}`;
    const path = withId(endpoint.path, UNKNOWN_ID);
    const [anonymous, refusal] = await rawCall(endpoint.method, path, {});
    expect(anonymous, `${name} for nobody`).toBe(401);
    expect(refusal.message, name).toMatch(/Please login again/);
    const forged = { headers: { authorization: "Bearer forged.token.here" } };
    expect((await rawCall(endpoint.method, path, forged))[0], `${name}, forged token`).toBe(401);
    // A cookie alone must not do: that would be open to other sites.
    const cookie = { headers: { cookie: `next-auth.session-token=${person.token}` } };
    expect((await rawCall(endpoint.method, path, cookie))[0], `${name}, cookie`).toBe(401);
    if (!isAdminOnly(endpoint)) continue;
    const user = { headers: { authorization: `Bearer ${person.token}` } };
    expect((await rawCall(endpoint.method, path, user))[0], `${name} for a user`).toBe(403);
  }
});

test("a path that is none answers in JSON, that of the API itself too", async () => {
  for (const path of ["/api", "/api/nothing/here"]) {
    const { status, body } = await call("GET", path);
    expect([path, status, body.code]).toEqual([path, 404, "NOT_FOUND"]);
  }
});

test("nothing that is no JSON, no form or no address breaks an endpoint", inLongRun, async () => {
  test.setTimeout(600_000);
  const admin = await signInAdmin();
  const person = await registerPerson();
  const answers = new Answers();
  for (const endpoint of await endpoints()) {
    const { token } = isAdminOnly(endpoint) ? admin : person;
    if (endpoint.requestBody?.content["application/json"]) {
      await breakBody(endpoint, token, answers);
    }
    if (endpoint.requestBody?.content["multipart/form-data"]) {
      await breakForm(endpoint, token, answers);
    }
    if (endpoint.method === "GET") await breakAddress(endpoint, token, answers);
  }
  expect(answers.unsound).toEqual([]);
});

async function breakBody(endpoint: Endpoint, token: string, answers: Answers): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const path = withId(endpoint.path, UNKNOWN_ID);
  for (const text of ["", "{", '{"a":', "[1,2", "\u0000", '"\ud800"', "x".repeat(70_000)]) {
    const [status, answer] = await rawCall(endpoint.method, path, { headers, body: text });
    const lowest = text === "" ? 200 : 400;
    const name = `${endpoint.method} ${endpoint.path} with raw ${text.slice(0, 20)}`;
    answers.check(name, status, answer, lowest);
  }
}

async function breakForm(endpoint: Endpoint, token: string, answers: Answers): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const path = withId(endpoint.path, UNKNOWN_ID);
  for (const init of [
    { headers, body: "{}" },
    { headers: { ...headers, "content-type": "multipart/form-data" }, body: "no boundary" },
    {
      headers: { ...headers, "content-type": "multipart/form-data; boundary=x" },
      body: "--x\r\nbroken",
    },
  ]) {
    const [status, answer] = await rawCall(endpoint.method, path, init);
    answers.check(`${endpoint.method} ${path}, broken form`, status, answer, 400);
  }
}

async function breakAddress(endpoint: Endpoint, token: string, answers: Answers): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const addresses = ["%ff", "%", "%00", "%ed%a0%80"].map(
    (value) => `${withId(endpoint.path, UNKNOWN_ID)}?limit=${value}&${value}=1`,
  );
  if (endpoint.path.includes("{")) {
    for (const text of hostileTexts) {
      if (text.trim() === "" || text.includes("..")) continue;
      const value = encodeURIComponent(text.replace(/[\ud800-\udfff]/g, "?")).slice(0, 3_000);
      addresses.push(endpoint.path.replace(/\{\w+\}/g, value));
    }
  }
  for (const path of addresses) {
    const [status, answer] = await rawCall("GET", path, { headers });
    answers.check(`GET ${path}`, status, answer);
  }
}

async function belongings(person: Person): Promise<Record<string, string[]>> {
  const get = async (path: string, member: string) => {
    const body = await succeed("GET", path, { token: person.token });
    return (body[member] as { id: string }[]).map(({ id }) => id);
  };
  return {
    notifications: await get("/api/notifications", "notifications"),
    deposits: await get("/api/deposits/user", "deposits"),
    withdrawals: await get("/api/withdrawals", "withdrawals"),
    trades: await get("/api/trades/user", "trades"),
    sessions: await get("/api/user/sessions", "sessions"),
  };
}

async function livelyPerson(admin: Person): Promise<Person> {
  const person = await registerPerson();
  const { token } = person;
  await credit(admin, person, "500");
  await succeed("POST", "/api/user/accept-risk", { token, body: { product: "option" } });
  await succeed("POST", "/api/trades", {
    token,
    // Long enough to be open until the end of a test.
    body: { type: "option", direction: "up", amount: "5", duration: 300 },
  });
  await setWithdrawPassword(person);
  await askForWithdrawal(person);
  await reportDeposit(person, "USDT", "100");
  return person;
}

test("one user never reaches another's belongings", async () => {
  const admin = await signInAdmin();
  const owner = await livelyPerson(admin);
  const stranger = await registerPerson();
  const before = await belongings(owner);
  const ids = Object.values(before).flat();
  expect(Object.values(before).every((list) => list.length > 0)).toBe(true);
  const { deposits } = await succeed("GET", "/api/deposits/user", { token: owner.token });
  const proof = (deposits as { proofUrl: string }[])[0]?.proofUrl ?? "";
  expect(
    (await rawCall("GET", proof, { headers: { authorization: `Bearer ${stranger.token}` } }))[0],
  ).toBe(404);
  expect(
    (await rawCall("GET", proof, { headers: { authorization: `Bearer ${owner.token}` } }))[0],
  ).toBe(200);

  for (const endpoint of await endpoints()) {
    if (endpoint.security.length === 0 || isAdminOnly(endpoint)) continue;
    if (endpoint.path.includes("{")) {
      for (const id of ids) {
        const schema = jsonSchema(endpoint);
        const [status, answer] = await sendBody(
          endpoint.method === "GET" ? { ...endpoint } : endpoint,
          stranger.token,
          id,
          schema ? sample(schema) : {},
        ).catch(() =>
          rawCall(endpoint.method, withId(endpoint.path, id), {
            headers: { authorization: `Bearer ${stranger.token}` },
          }),
        );
        const name = `${endpoint.method} ${endpoint.path} of another`;
        expect(status, name).toBeGreaterThanOrEqual(400);
        expect(JSON.stringify(answer), name).not.toContain(owner.username);
      }
    } else if (endpoint.method === "GET") {
      const headers = { authorization: `Bearer ${stranger.token}` };
      const [, answer] = await rawCall("GET", endpoint.path, { headers });
      for (const secret of [owner.username, owner.id, ...ids]) {
        expect(JSON.stringify(answer), `${endpoint.path} leaks`).not.toContain(secret);
      }
    }
  }
  expect(await belongings(owner)).toEqual(before);
});

test("a replayed request answers as the first did, and another body is refused", async () => {
  const admin = await signInAdmin();
  const person = await registerPerson();
  await credit(admin, person, "100");
  const { token } = person;
  await succeed("POST", "/api/user/accept-risk", { token, body: { product: "option" } });
  const key = randomBytes(12).toString("hex");
  const body = { type: "option", direction: "up", amount: "5", duration: 60 };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call("POST", "/api/trades", { token, body, key })),
  );
  const opened = answers.filter(({ status }) => status === 201);
  expect(opened.length).toBeGreaterThan(0);
  expect(new Set(opened.map((answer) => (answer.body.trade as { id: string }).id)).size).toBe(1);
  const other = await call("POST", "/api/trades", { token, body: { ...body, amount: "6" }, key });
  expect([other.status, other.body.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
});

/** By hand, as `fetch` sends no TRACE. */
async function sendMethod(method: string, url: string): Promise<{ status?: number; body: string }> {
  const sent = request(url, { method }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode, body: Buffer.concat(await answer.toArray()).toString() };
}

for (const method of ["TRACE", "PROPFIND", "PURGE"]) {
  test(`${method}, which no path knows, answers 405`, async ({ baseURL }) => {
    for (const path of ["/api/xaut/price", "/api/none", "/login"]) {
      const { status, body } = await sendMethod(method, `${baseURL}${path}`);
      expect([status, JSON.parse(body)]).toEqual([
        405,
        { success: false, code: "METHOD_NOT_ALLOWED", message: "Method not allowed" },
      ]);
    }
  });
}

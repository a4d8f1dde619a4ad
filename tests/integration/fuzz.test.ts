import "@/tests/support/no-limits";
import { apiRoutes } from "@/app/api/manifest";
import { GET as readDocument } from "@/app/api/openapi.json/route";
import { prisma } from "@/lib/platform/db";
import type { RouteHandler } from "@/lib/platform/http";
import { MICRO } from "@/lib/platform/money";
import { defaultWallets } from "@/prisma/seed/wallets";
import { pngImage } from "@/tests/e2e/support/api";
import { fund } from "@/tests/factories/funds";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRaw } from "@/tests/support/api";
import {
  hostileBodies,
  hostileTexts,
  type Schema,
  sample,
  withNamedSchemas,
} from "@/tests/support/fuzz";
import { IS_LONG } from "@/tests/support/size";
import { openMarket, tick } from "./trading/support";

type Operation = {
  operationId: string;
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Endpoint = Operation & { method: string; path: string; handler: RouteHandler };

const UNKNOWN_ID = "01920000-0000-7000-8000-000000000000";
/** A valid body here would switch the site off for the others, or end our own session. */
const NEVER_VALID = new Set([
  "putSettingsConfig",
  "postAuthLogout",
  "postUserFreeze",
  "postCronJob",
]);
const TICK_MS = 100;

let endpoints: Endpoint[];
let tokens: { admin: string; user: string };
let market: NodeJS.Timeout;
let ticking: Promise<unknown> = Promise.resolve();

beforeAll(async () => {
  const document = (await (await callRaw(readDocument)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const { paths } = withNamedSchemas(document);
  for (const { path, load } of apiRoutes) {
    const handlers = (await load()) as Record<string, RouteHandler>;
    for (const [name, operation] of Object.entries(paths[path] ?? {})) {
      const method = name.toUpperCase();
      endpoints = [
        ...(endpoints ?? []),
        { ...operation, method, path, handler: handlers[method] as RouteHandler },
      ];
    }
  }
  await openMarket();
  await prisma.wallet.createMany({ data: defaultWallets });
  const [admin, { user, token }] = await Promise.all([signedInAdmin(), signedInUser()]);
  await fund({ user: user.id, kind: "available", currency: "USDT" }, 100n * MICRO);
  tokens = { admin: admin.token, user: token };
  // What trades at the price after it must not wait for one.
  market = setInterval(() => {
    ticking = ticking.then(() => tick("4000"));
  }, TICK_MS);
});
afterAll(async () => {
  clearInterval(market);
  await ticking;
});

type Sent = { query?: string; id?: string; body?: unknown };

/** How the server broke or answered in a shape of its own, or null. */
async function unsound(endpoint: Endpoint, { query = "", id = UNKNOWN_ID, body }: Sent) {
  const { method, path, handler } = endpoint;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const send = () =>
    callRaw(handler, {
      method,
      path: path.replace(/\{\w+\}/g, encodeURIComponent(id)) + query,
      params: Object.fromEntries(names.map((name) => [name, id])),
      body,
      token: path.startsWith("/api/admin/") ? tokens.admin : tokens.user,
    });
  let response = await send();
  // Guesses at secrets are counted in the database, and after a few of them nothing else would be looked at.
  if (response.status === 429) {
    await prisma.rateLimit.deleteMany();
    response = await send();
  }
  const { status } = response;
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  const answer = (isJson ? JSON.parse(text) : {}) as { success?: boolean; code?: unknown };
  const isRefusal = answer.success === false && typeof answer.code === "string";
  const isTalkative = /prisma|postgres|node_modules|at Object\./i.test(text);
  const isKnown = status < 400 || (isRefusal && !isTalkative);
  const isSound = isKnown && status !== 429 && (status < 500 || status === 503);
  if (isSound) return null;
  const sent = body instanceof FormData ? [...body] : body;
  return `${method} ${path}${query} ${id}, ${JSON.stringify(sent)?.slice(0, 300)}: ${status} ${text}`;
}

/** What is wrong with the answers to all of them, one after the other. */
async function unsoundOf(endpoint: Endpoint, all: Sent[]): Promise<string[]> {
  const found: string[] = [];
  for (const sent of all) {
    const what = await unsound(endpoint, sent);
    if (what !== null) found.push(what);
  }
  return found;
}

/** One in so many is sent. */
const STEP = IS_LONG ? 1 : 6;

/**
 * Sends to each endpoint what `of` makes for it, and tells how many there are. At less than full size it is every
 * sixth, each endpoint beginning with another one: each endpoint gets some, and each way to be wrong goes to some.
 */
async function sendAll(of: (endpoint: Endpoint) => Sent[]): Promise<number> {
  const found: string[] = [];
  let count = 0;
  for (const [at, endpoint] of endpoints.entries()) {
    const all = of(endpoint);
    count += all.length;
    const chosen = all.filter((_, index) => index % STEP === at % STEP);
    found.push(...(await unsoundOf(endpoint, chosen)));
  }
  expect(found).toEqual([]);
  return count;
}

it("no body breaks an endpoint", async () => {
  const count = await sendAll(({ operationId, requestBody }) => {
    const schema = requestBody?.content["application/json"]?.schema;
    if (!schema || NEVER_VALID.has(operationId)) return [];
    return hostileBodies(schema).map((body) => ({ body: JSON.stringify(body) }));
  });
  expect(count).toBeGreaterThan(5_000);
}, 600_000);

/** Half a character can't be written in an address. */
const wellFormed = (text: string) => text.replace(/[\ud800-\udfff]/g, "?");

it("no query breaks an endpoint", async () => {
  const count = await sendAll(({ parameters = [] }) =>
    parameters
      .filter(({ in: place }) => place === "query")
      .flatMap(({ name }) =>
        hostileTexts.map((text) => {
          const value = encodeURIComponent(wellFormed(text)).slice(0, 3_000);
          return { query: `?${name}=${value}` };
        }),
      ),
  );
  expect(count).toBeGreaterThan(1_000);
}, 600_000);

it("no id breaks an endpoint", async () => {
  // An empty one leads to another endpoint.
  const ids = hostileTexts.map(wellFormed).filter((id) => id.trim() !== "");
  const count = await sendAll(({ path, method }) => {
    if (!path.includes("{")) return [];
    const body = method === "GET" ? undefined : "{}";
    return ids.map((id) => ({ id: id.slice(0, 3_000), body }));
  });
  expect(count).toBeGreaterThan(1_000);
}, 600_000);

function hostileForms({ requestBody }: Endpoint): Sent[] {
  const schema = requestBody?.content["multipart/form-data"]?.schema;
  if (!schema) return [];
  const image = new Blob([new Uint8Array(pngImage())], { type: "image/png" });
  const files = [image, new Blob(["not an image"], { type: "image/png" }), new Blob([]), "text"];
  const fields = Object.entries(schema.properties ?? {});
  const formOf = (broken: string, value: string | Blob) => {
    const form = new FormData();
    for (const [name, field] of fields) {
      const good = field.format === "binary" ? image : String(sample(field, name));
      const content = name === broken ? value : good;
      if (content instanceof Blob) form.set(name, content, "file.png");
      else form.set(name, content);
    }
    return { body: form };
  };
  return fields.flatMap(([broken]) =>
    [...hostileTexts, ...files].map((value) => formOf(broken, value)),
  );
}

it("no form breaks an endpoint", async () => {
  expect(await sendAll(hostileForms)).toBeGreaterThan(200);
}, 600_000);

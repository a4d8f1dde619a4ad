import type * as z from "zod/v4/core";
import { POST as login } from "@/app/api/auth/login/route";
import { POST as sendImage } from "@/app/api/chat/send-image/route";
import { apiRoutes } from "@/app/api/manifest";
import type { RouteHandler } from "@/lib/platform/http";
import { type Endpoint, listEndpoints } from "@/lib/platform/http/openapi";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";

const NO_ONE = "00000000-0000-7000-8000-000000000000";
const REFUSED = { noSuchField: ["There is no field noSuchField"] };

let endpoints: Endpoint[];
beforeAll(async () => {
  const all = await listEndpoints(apiRoutes);
  // A scheduler sends what it likes, and so does a program for mail.
  endpoints = all.filter(
    ({ method, path, declaration }) =>
      method !== "GET" && !path.startsWith("/api/cron") && !declaration.takesAnyBody,
  );
});

type AnyType = { _zod?: { def: z.$ZodTypeDef & Record<string, unknown> } };
const INNER = ["innerType", "in", "out", "element", "left", "right", "valueType"];

/** Where a schema has objects that take fields of any name. */
function openObjects(type: unknown, path: string, seen = new Set()): string[] {
  const def = (type as AnyType | undefined)?._zod?.def;
  if (!def || seen.has(type)) return [];
  seen.add(type);
  const catchall = (def.catchall as AnyType | undefined)?._zod?.def.type;
  const shape = Object.entries((def.shape ?? {}) as object) as [string, unknown][];
  return [
    ...(def.type === "object" && catchall !== "never" ? [path] : []),
    ...shape.flatMap(([name, field]) => openObjects(field, `${path}.${name}`, seen)),
    ...INNER.flatMap((name) => openObjects(def[name], path, seen)),
    ...((def.options ?? []) as unknown[]).flatMap((option) => openObjects(option, path, seen)),
  ];
}

it("no body has a place for a field of any name, however deep", () => {
  const open = endpoints.flatMap(({ method, path, declaration }) =>
    openObjects(declaration.body, `${method} ${path}`),
  );
  expect(endpoints.length).toBeGreaterThan(50);
  expect(open).toEqual([]);
});

it("every operation refuses a field that it does not have", async () => {
  const [user, admin] = await Promise.all([signedInUser(), signedInAdmin()]);
  const loaded = new Map(apiRoutes.map(({ path, load }) => [path, load]));
  const taken: unknown[] = [];
  for (const { method, path, declaration } of endpoints) {
    const handlers = (await loaded.get(path)?.()) as Record<string, RouteHandler>;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const form = new FormData();
    form.set("noSuchField", "1");
    // Its fields are those of the named kind.
    const kind = declaration.body && "discriminator" in declaration.body._zod.def;
    const json = { noSuchField: 1, ...(kind ? { type: "option" } : {}) };
    const { status, body } = await callRoute(handlers[method] as RouteHandler, {
      method,
      path: path.replace(/\{\w+\}/g, NO_ONE),
      params: Object.fromEntries(names.map((name) => [name, NO_ONE])),
      body: declaration.files ? form : json,
      token: declaration.auth === "admin" ? admin.token : user.token,
    });
    const { noSuchField } = body.errors ?? {};
    if (status !== 422 || noSuchField?.[0] !== REFUSED.noSuchField[0])
      taken.push([method, path, status, body]);
  }
  expect(taken).toEqual([]);
});

it("a form refuses a file that it does not have", async () => {
  const { token } = await signedInUser();
  const body = new FormData();
  body.set("noSuchField", new File(["x"], "x.png"));
  const { status, body: answer } = await callRoute(sendImage, { body, token });
  expect([status, answer.errors]).toEqual([422, REFUSED]);
});

it("a body that says that it is no JSON is none", async () => {
  const headers = { "content-type": "text/plain" };
  const send = (body: string) =>
    callRoute(login, { method: "POST", body, headers, ip: "192.0.2.77" });
  expect(await send('{"usernameOrEmail":"x","password":"y"}')).toMatchObject({
    status: 415,
    body: { code: "UNSUPPORTED_MEDIA_TYPE" },
  });
  expect((await send("")).status).toBe(422);
});

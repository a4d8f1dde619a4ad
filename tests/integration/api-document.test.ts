import { execFileSync } from "node:child_process";
import Ajv2020 from "ajv/dist/2020";
import { GET as listDeposits } from "@/app/api/admin/deposits/route";
import { DELETE as erase } from "@/app/api/admin/users/[id]/permanent-delete/route";
import { GET as health } from "@/app/api/health/route";
import { GET as read } from "@/app/api/openapi.json/route";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { prisma } from "@/lib/platform/db";
import { buildDocument } from "@/lib/platform/http/openapi";
import { defaultSettings } from "@/lib/settings/schema";
import { updateSettings } from "@/lib/site/mutations";
import { createTestUser, signedInAdmin } from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";

jest.mock("@/lib/platform/http/openapi", () => {
  const real = jest.requireActual("@/lib/platform/http/openapi");
  return { ...real, buildDocument: jest.fn(real.buildDocument) };
});

type Media = { schema: { $ref?: string }; example?: object; examples?: object };
type Operation = {
  tags: string[];
  security: Record<string, string[]>[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, { description: string; content: Record<string, Media> }>;
};
type Document = {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, object> };
};

let document: Document;
beforeAll(async () => {
  document = (await (await callRaw(read)).json()) as Document;
});

const operation = (path: string, method = "get") => document.paths[path]?.[method];

function fits(answer: object, path: string, status: string): boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "api");
  const names = ["paths", path, "get", "responses", status, "content", "application/json"];
  const pointer = names.map((name) => name.replace(/~/g, "~0").replace(/\//g, "~1")).join("/");
  return ajv.compile({ $ref: `api#/${pointer}/schema` })(answer);
}

it("is built once, whatever the site is called: it takes the whole process each time", async () => {
  const built = jest.mocked(buildDocument);
  try {
    await updateSettings(SYSTEM_ACTOR, { siteName: "Renamed" });
    built.mockClear();
    await callRaw(read);
    const { info } = (await (await callRaw(read)).json()) as { info: { title: string } };
    expect(info.title).toBe("Renamed API");
    expect(built).not.toHaveBeenCalled();
  } finally {
    await updateSettings(SYSTEM_ACTOR, { siteName: defaultSettings.siteName });
  }
});

it("follows the rules that Redocly recommends, its examples their schemas", () => {
  const lint = "tests/support/lint-api-document.mjs";
  const found = execFileSync("node", [lint], { input: JSON.stringify(document), encoding: "utf8" });
  expect(JSON.parse(found)).toEqual([]);
});

it("names every body and response, and shows an example of each that is JSON", () => {
  const { "/api/openapi.json": _ofAnyDocument, ...paths } = document.paths;
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const media = operations
    .flatMap(({ requestBody, responses }) => [requestBody, ...Object.values(responses)])
    .flatMap((each) => Object.entries(each?.content ?? {}));
  const named = media.filter(([type]) => /json|form-data/.test(type));
  expect(named.length).toBeGreaterThan(500);
  for (const [type, { schema, example, examples }] of named) {
    expect(schema.$ref).toMatch(/^#\/components\/schemas\/[A-Z]\w+$/);
    if (type === "application/json") expect(example ?? examples).toBeDefined();
  }
});

it("lists what each endpoint refuses, by its status", () => {
  const open = operation("/api/trades", "post")?.responses;
  const conflicts = ["IDEMPOTENCY_CONFLICT", "NO_PRICE", "PRICE_MOVED", "TRADE_TERMS_CHANGED"];
  expect(open?.["409"]?.description.split(", ").sort()).toEqual(conflicts);
  expect(open?.["422"]?.content["application/json"]?.examples).toMatchObject({
    INSUFFICIENT_BALANCE: { $ref: "#/components/examples/INSUFFICIENT_BALANCE" },
  });
});

it("begins with what users call and ends with what is for staff", () => {
  const isForStaff = document.tags.map(({ name }) => name.startsWith("Staff: "));
  expect(isForStaff.indexOf(true)).toBeGreaterThan(10);
  expect(isForStaff.slice(isForStaff.indexOf(true))).not.toContain(false);
});

it("describes itself", () => {
  expect(fits(document, "/api/openapi.json", "200")).toBe(true);
});

it("describes health, also without a database", async () => {
  const up = await callRoute(health);
  expect(up.body).toMatchObject({ success: true, status: "degraded", database: "ok" });
  expect(fits(up.body, "/api/health", "200")).toBe(true);

  jest.spyOn(prisma, "$executeRaw").mockRejectedValueOnce(new Error("gone"));
  const down = await callRoute(health);
  expect([down.status, down.body]).toMatchObject([
    503,
    {
      success: false,
      message: "Server error. Please try again later.",
      requestId: expect.any(String),
      status: "down",
      database: "down",
      market: { source: null, ageMs: null, stale: true },
    },
  ]);
  expect(fits(down.body, "/api/health", "503")).toBe(true);
});

it("says who may call: a session, or a machine with its own secret", () => {
  expect(operation("/api/health")?.security).toEqual([]);
  expect(operation("/api/auth/profile")?.security).toEqual([{ session: [] }]);
  expect(operation("/api/cron/{job}", "post")?.security).toEqual([{ cronSecret: [] }]);
  expect(operation("/api/metrics")?.security).toEqual([{ metricsToken: [] }]);
  const schemes = Object.keys(document.components.securitySchemes);
  expect(schemes).toEqual(["session", "cronSecret", "metricsToken"]);
});

it("asks for a body where there must be one", async () => {
  const path = "/api/admin/users/{id}";
  expect(operation(`${path}/manage-balance`, "put")?.requestBody?.required).toBe(true);
  expect(operation(`${path}/permanent-delete`, "delete")?.requestBody?.required).toBe(false);
  const [{ token }, { id }] = [await signedInAdmin(), await createTestUser()];
  const { status } = await callRoute(erase, { method: "DELETE", token, params: { id } });
  expect(status).toBe(200);
});

it("knows that some lists also come as CSV", async () => {
  const { token } = await signedInAdmin();
  const response = await callRaw(listDeposits, {
    token,
    path: "/api/admin/deposits?format=csv",
  });
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  const { content } = operation("/api/admin/deposits")?.responses["200"] ?? {};
  expect(Object.keys(content ?? {})).toContain(type);
});

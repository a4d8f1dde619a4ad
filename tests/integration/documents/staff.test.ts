import { GET as one, DELETE as remove, PUT as update } from "@/app/api/admin/documents/[id]/route";
import { PATCH as toggle } from "@/app/api/admin/documents/[id]/toggle-status/route";
import { GET as version } from "@/app/api/admin/documents/[id]/versions/[version]/route";
import { GET as versions } from "@/app/api/admin/documents/[id]/versions/route";
import { POST as preview } from "@/app/api/admin/documents/preview/route";
import { POST as create, GET as list } from "@/app/api/admin/documents/route";
import { GET as byLanguage } from "@/app/api/documents/language/[lang]/route";
import { renderMarkdown } from "@/lib/documents/markdown";
import type { DocumentDto } from "@/lib/documents/schema";
import { listEveryAdminDocument } from "@/lib/documents/staff-data";
import type {
  AdminDocumentDto,
  DocumentTextDto,
  DocumentVersionDto,
} from "@/lib/documents/staff-schema";
import { prisma } from "@/lib/platform/db";
import type { RouteHandler } from "@/lib/platform/http";
import { defaultDocuments } from "@/prisma/seed/documents";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";

type OneResponse = { document: AdminDocumentDto };
type Staff = Awaited<ReturnType<typeof signedInAdmin>>;

let ann: Staff;
let bob: Staff;

beforeAll(async () => {
  await prisma.document.createMany({ data: defaultDocuments() });
  [ann, bob] = await Promise.all([signedInAdmin({ permissions: ["content"] }), signedInAdmin()]);
});

const norwegian = { type: "about-us", language: "nb", title: "Om oss", content: "# Hei" };

const add = (body: object, token = ann.token, idempotencyKey?: string) =>
  callRoute<OneResponse>(create, { path: "/api/admin/documents", token, body, idempotencyKey });
const change = (id: string, body: object, token = ann.token) =>
  callRoute<OneResponse>(update, { method: "PUT", params: { id }, token, body });
const switchTo = (id: string, body: object = {}) =>
  callRoute<OneResponse>(toggle, { method: "PATCH", params: { id }, token: ann.token, body });
const get = <T>(handler: RouteHandler, params: Record<string, string>, path?: string) =>
  callRoute<T>(handler, { params, path, token: ann.token });
const published = async (lang: string) =>
  (await callRoute<{ documents: DocumentDto[] }>(byLanguage, { params: { lang } })).body.documents;

async function added(overrides: object): Promise<AdminDocumentDto> {
  const { status, body } = await add({ ...norwegian, ...overrides });
  expect(status).toBe(201);
  return body.document;
}

const whitepaper = () =>
  prisma.document.findFirstOrThrow({ where: { type: "whitepaper", language: "en" } });
const auditOf = (id: string) =>
  prisma.auditEntry.findMany({ where: { targetId: id }, orderBy: { seq: "asc" } });

it("takes no text that would keep the server busy, whether to keep or to look at", async () => {
  const { id } = await whitepaper();
  for (const content of [">".repeat(2_000), "*_a".repeat(10_000)]) {
    const body = { content };
    const answers = await Promise.all([
      callRoute(preview, { body, token: ann.token }),
      change(id, body),
      add({ ...norwegian, language: "nl", content }),
    ]);
    for (const answer of answers)
      expect([answer.status, answer.body.code]).toEqual([422, "VALIDATION"]);
  }
});

it("is for staff with the content area", async () => {
  const [user, other] = await Promise.all([
    signedInUser(),
    signedInAdmin({ permissions: ["users", "support", "finance", "settings"] }),
  ]);
  const { id } = await whitepaper();
  const calls: [RouteHandler, object][] = [
    [list, {}],
    [create, { body: norwegian }],
    [one, {}],
    [update, { method: "PUT", body: { title: "x" } }],
    [remove, { method: "DELETE" }],
    [toggle, { method: "PATCH", body: {} }],
    [versions, {}],
    [version, {}],
    [preview, { body: { content: "x" } }],
  ];
  for (const [handler, options] of calls) {
    const params = { id, version: "1" };
    expect((await callRoute(handler, { params, ...options })).status).toBe(401);
    for (const { token } of [user, other]) {
      expect((await callRoute(handler, { params, token, ...options })).status).toBe(403);
    }
  }
});

it("adds a document in a new language, which is public at once", async () => {
  const document = await added({ language: "nb" });
  expect(document).toMatchObject({
    ...norwegian,
    version: 1,
    isActive: true,
    author: ann.user.username,
  });
  expect(await published("nb")).toMatchObject([{ id: document.id, title: "Om oss" }]);
  expect(await auditOf(document.id)).toMatchObject([
    {
      action: "document.create",
      actorName: ann.user.username,
      after: { language: "nb", version: 1 },
    },
  ]);
  const again = await add(norwegian);
  expect(again).toMatchObject({
    status: 409,
    body: {
      code: "CONFLICT",
      errors: { language: ["This document exists in this language already"] },
    },
  });
});

it("adds it once however often the request is sent", async () => {
  const body = { ...norwegian, language: "da" };
  const [first, second] = [
    await add(body, ann.token, "document-key-1"),
    await add(body, ann.token, "document-key-1"),
  ];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.document.id).toBe(first.body.document.id);
});

it.each([
  ["type", { type: "imprint" }],
  ["language", { language: "German" }],
  ["title", { title: " " }],
  ["title", { title: "x".repeat(121) }],
  ["content", { content: " \n" }],
  ["content", { content: "x".repeat(100_001) }],
  ["content", { content: "<script>alert(1)</script>" }],
])("refuses a wrong %s", async (field, wrong) => {
  const { status, body } = await add({ ...norwegian, language: "sv", ...wrong });
  expect(status).toBe(422);
  expect(Object.keys(body.errors ?? {})).toEqual([field]);
  expect(await published("sv")).toEqual([]);
});

it("takes a long text in any script", async () => {
  const content = "黄金".repeat(50_000);
  expect((await added({ language: "zh", content })).content).toBe(content);
});

it("keeps and gives out no HTML that could do anything", async () => {
  const content =
    "hello <script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>";
  const { id } = await added({ language: "nl", content });
  const [document] = await published("nl");
  expect(document?.content).toContain("hello");
  expect(document?.content).not.toMatch(/<script|javascript:|<img|onerror/);
  const shown = await callRoute<{ html: string }>(preview, { token: ann.token, body: { content } });
  expect(shown.body.html).toContain("hello");
  expect(shown.body.html).not.toMatch(/<script|javascript:|<img|onerror/);
  expect(
    (await change(id, { content: "<iframe src=/></iframe>hello" })).body.document.content,
  ).toBe("hello");
});

it("previews what is published, and says what saving leaves out", async () => {
  const script = "<script>alert(1)</script>";
  const content = `${script}\n**bold**\n\nplain`;
  const { body } = await callRoute<{ html: string; removed: string[] }>(preview, {
    token: ann.token,
    body: { content },
  });
  expect(body.removed).toEqual([script]);
  const { id } = await added({ language: "is", content: "before" });
  const saved = await change(id, { content });
  expect(saved.body).toMatchObject({ removed: [script] });
  const [document] = await published("is");
  expect(renderMarkdown(document?.content ?? "").html).toBe(body.html);
  expect(body.html).toContain("<strong>bold</strong>");
  expect((await change(id, { content: "*nothing* is lost" })).body).toMatchObject({ removed: [] });
});

it("makes a version of each text, keeps the old ones, and restores one as a new one", async () => {
  const { id } = await added({ language: "fr", title: "Un", content: "un" });
  await change(id, { title: "Deux", content: "deux", version: 1 });
  await change(id, { content: "trois", version: 2 }, bob.token);
  const { body } = await get<{ versions: DocumentVersionDto[]; nextCursor: null }>(versions, {
    id,
  });
  expect(body.versions.map((each) => [each.version, each.title, each.author])).toEqual([
    [3, "Deux", bob.user.username],
    [2, "Deux", ann.user.username],
    [1, "Un", ann.user.username],
  ]);
  const page = await get<{ versions: DocumentVersionDto[]; nextCursor: string }>(
    versions,
    { id },
    "/api/x?limit=1&cursor=3",
  );
  expect([page.body.versions.map((each) => each.version), page.body.nextCursor]).toEqual([
    [2],
    "2",
  ]);
  const old = await get<{ version: DocumentTextDto }>(version, { id, version: "1" });
  expect(old.body.version).toMatchObject({ title: "Un", content: "un" });
  const { title, content } = old.body.version;
  const restored = await change(id, { title, content, version: 3 });
  expect(restored.body.document).toMatchObject({ version: 4, title: "Un", content: "un" });
  expect(await published("fr")).toMatchObject([{ version: 4, content: "un" }]);
  expect((await get(version, { id, version: "9" })).status).toBe(404);
  expect((await auditOf(id)).at(-1)).toMatchObject({
    action: "document.update",
    before: { version: 3, title: "Deux" },
    after: { version: 4, title: "Un" },
  });
});

it("knows the first text of a document that came with the site", async () => {
  const { id, content, title } = await whitepaper();
  const before = await get<{ versions: DocumentVersionDto[] }>(versions, { id });
  expect(before.body.versions).toMatchObject([{ version: 1, title, author: null }]);
  await change(id, { content: `${content}\nMore.`, version: 1 });
  const first = await get<{ version: DocumentTextDto }>(version, { id, version: "1" });
  expect(first.body.version).toMatchObject({ content, author: null });
});

describe("two editors at once", () => {
  it("tells the second what the first saved, and stores none of theirs", async () => {
    const { id } = await added({ language: "it" });
    await change(id, { content: "Bob's", version: 1 }, bob.token);
    const { status, body } = await change(id, { content: "Ann's", version: 1 });
    expect([status, body.code]).toEqual([409, "CONFLICT"]);
    expect(body.message).toBe(
      `Nothing was saved: ${bob.user.username} saved version 2 in the meantime`,
    );
    expect(body.document).toMatchObject({
      version: 2,
      content: "Bob's",
      author: bob.user.username,
    });
    expect((await change(id, { content: "Ann's", version: 2 })).body.document.version).toBe(3);
  });

  it("lets exactly one of many through", async () => {
    const { id } = await added({ language: "ro" });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => change(id, { content: `text ${n}`, version: 1 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await prisma.documentVersion.count({ where: { documentId: id } })).toBe(2);
  });
});

it("makes no version and no entry of a save that changes nothing", async () => {
  const { id, title, content } = await added({ language: "fi" });
  expect((await change(id, { title, content, version: 1 })).body.document.version).toBe(1);
  expect(await auditOf(id)).toHaveLength(1);
  expect((await change(id, {})).status).toBe(422);
});

it("takes a document off the site and publishes it again, without a new date", async () => {
  const { id, updatedAt } = await added({ language: "pl" });
  expect((await switchTo(id)).body).toMatchObject({
    message: "Taken off the site",
    document: { isActive: false, version: 1, updatedAt },
  });
  expect(await published("pl")).toEqual([]);
  expect((await switchTo(id, { isActive: false })).body.document.isActive).toBe(false);
  expect((await switchTo(id, { isActive: true })).body.message).toBe("Published");
  expect(await published("pl")).toHaveLength(1);
  expect((await auditOf(id)).map(({ action }) => action)).toEqual([
    "document.create",
    "document.toggle",
    "document.toggle",
  ]);
});

it("deletes a document; the audit log keeps what it said", async () => {
  const { id } = await added({ language: "cs", content: "text" });
  const options = { method: "DELETE", params: { id }, token: ann.token };
  expect((await callRoute(remove, options)).status).toBe(200);
  expect(await published("cs")).toEqual([]);
  expect((await auditOf(id)).at(-1)).toMatchObject({
    action: "document.delete",
    before: { language: "cs", content: "text" },
  });
  expect((await callRoute(remove, options)).status).toBe(404);
  for (const handler of [one, versions]) expect((await get(handler, { id })).status).toBe(404);
  expect((await change(id, { title: "x" })).status).toBe(404);
});

it("lists all of them, the newest first, by type and language, page by page", async () => {
  const fetchList = (query: string) =>
    get<{ documents: AdminDocumentDto[]; nextCursor: string | null }>(list, {}, `/api/x${query}`);
  const hidden = await added({ language: "el", isActive: false });
  const { body } = await fetchList("?limit=100");
  expect(body.documents[0]?.id).toBe(hidden.id);
  expect(body.documents.filter(({ language }) => language === "en")).toHaveLength(5);
  const first = (await fetchList("?language=en&limit=3")).body;
  const second = (await fetchList(`?language=en&limit=3&cursor=${first.nextCursor}`)).body;
  expect([...first.documents, ...second.documents]).toHaveLength(5);
  expect(second.nextCursor).toBeNull();
  expect((await fetchList("?type=whitepaper&language=en")).body.documents).toHaveLength(1);
  expect((await fetchList("?type=secret")).status).toBe(422);
});

it("opens the panel's list with all of them, however many languages there are", async () => {
  const languages = Array.from({ length: 21 }, (_, n) => `q${String.fromCharCode(97 + n)}`);
  const english = defaultDocuments().filter(({ language }) => language === "en");
  const data = languages.flatMap((language) => english.map((text) => ({ ...text, language })));
  await prisma.document.createMany({ data });
  const all = await listEveryAdminDocument();
  expect(all).toHaveLength(await prisma.document.count());
  expect(all.filter(({ language }) => language === "en")).toHaveLength(5);
});

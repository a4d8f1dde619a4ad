import { randomUUID } from "node:crypto";
import { DELETE as remove, PUT as update } from "@/app/api/chat/admin/canned-replies/[id]/route";
import { POST as create, GET as list } from "@/app/api/chat/admin/canned-replies/route";
import type { CannedReplyDto } from "@/lib/chat/canned/schema";
import { prisma } from "@/lib/platform/db";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";

const PATH = "/api/chat/admin/canned-replies";
type One = { cannedReply: CannedReplyDto };

const staffMember = () => signedInAdmin({ permissions: ["support"] });
const save = (token: string | undefined, body: object, idempotencyKey?: string) =>
  callRoute<One>(create, { path: PATH, token, body, idempotencyKey });
const change = (token: string | undefined, id: string, body: object) =>
  callRoute<One>(update, { method: "PUT", token, params: { id }, body });
const drop = (token: string | undefined, id: string) =>
  callRoute(remove, { method: "DELETE", token, params: { id } });
const all = async (token: string) =>
  (await callRoute<{ cannedReplies: CannedReplyDto[] }>(list, { token })).body.cannedReplies;

beforeEach(async () => {
  await prisma.cannedReply.deleteMany();
});

it("are saved, listed by title, changed and deleted, and the audit log says by whom", async () => {
  const { user: admin, token } = await staffMember();
  const late = (await save(token, { title: "Waiting", text: "Please wait." })).body.cannedReply;
  const first = (await save(token, { title: " Hello ", text: " Good day. " })).body.cannedReply;
  expect(first).toEqual({
    id: expect.any(String),
    title: "Hello",
    text: "Good day.",
    updatedAt: expect.any(String),
  });
  expect(await all(token)).toEqual([first, late]);
  const changed = await change(token, first.id, {
    title: "Hi",
    text: "Good day.",
    updatedAt: first.updatedAt,
  });
  expect(changed).toMatchObject({ status: 200, body: { cannedReply: { title: "Hi" } } });
  expect((await drop(token, late.id)).status).toBe(200);
  expect((await all(token)).map(({ title }) => title)).toEqual(["Hi"]);
  const entries = await prisma.auditEntry.findMany({
    where: { targetType: "canned_reply" },
    orderBy: { seq: "asc" },
  });
  expect(entries).toMatchObject([
    { action: "chat.reply_create", actorId: admin.id, after: { title: "Waiting" } },
    { action: "chat.reply_create", after: { title: "Hello", text: "Good day." } },
    { action: "chat.reply_update", before: { title: "Hello" }, after: { title: "Hi" } },
    { action: "chat.reply_delete", before: { title: "Waiting", text: "Please wait." } },
  ]);
});

it("are saved once however often the request is repeated", async () => {
  const { token } = await staffMember();
  const key = randomUUID();
  const answers = [];
  for (let n = 0; n < 2; n += 1) answers.push(await save(token, { title: "A", text: "b" }, key));
  expect(answers[1]?.body.cannedReply).toEqual(answers[0]?.body.cannedReply);
  expect(await all(token)).toHaveLength(1);
});

it.each([
  [{ title: " ", text: "b" }, "title", "Please enter a title"],
  [{ title: "a".repeat(61), text: "b" }, "title", "The title may have at most 60 characters"],
  [{ title: "a", text: "" }, "text", "Please enter a text"],
  [{ title: "a", text: "b".repeat(2001) }, "text", "A message may have at most 2000 characters"],
])("are refused with %#", async (body, field, message) => {
  const { token } = await staffMember();
  const answer = await save(token, body);
  expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [message] } } });
  expect(await all(token)).toEqual([]);
});

it("have titles of their own", async () => {
  const { token } = await staffMember();
  const { cannedReply } = (await save(token, { title: "A", text: "b" })).body;
  await save(token, { title: "B", text: "b" });
  const taken = {
    status: 409,
    body: { errors: { title: ["Another saved reply has this title"] } },
  };
  expect(await save(token, { title: "B", text: "c" })).toMatchObject(taken);
  expect(await change(token, cannedReply.id, { title: "B", text: "c" })).toMatchObject(taken);
});

it("keep the change of whoever was faster", async () => {
  const { token } = await staffMember();
  const { cannedReply } = (await save(token, { title: "A", text: "b" })).body;
  const { id, updatedAt } = cannedReply;
  const answers = await Promise.all(
    ["c", "d"].map((text) => change(token, id, { title: "A", text, updatedAt })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const gone = await Promise.all([drop(token, id), drop(token, id)]);
  expect(gone.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await change(token, id, { title: "A", text: "e" })).status).toBe(404);
});

it("are for staff with the area only", async () => {
  const { token: customer } = await signedInUser();
  const { token: finance } = await signedInAdmin({ permissions: ["finance"] });
  const id = randomUUID();
  for (const token of [undefined, customer, finance]) {
    const status = token === undefined ? 401 : 403;
    const answers = [
      await callRoute(list, { token }),
      await save(token, { title: "A", text: "b" }),
      await change(token, id, { title: "A", text: "b" }),
      await drop(token, id),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(Array(4).fill(status));
  }
});

it("name only what can be filled in", async () => {
  const { token } = await staffMember();
  const known = { title: "Hello", text: "Hi {{username}} ({{ email }}), {{staff}}, {{site}}" };
  const { id } = (await save(token, known)).body.cannedReply;
  const wrong = { title: "Other", text: "Hi {{name}}" };
  for (const answer of [await save(token, wrong), await change(token, id, wrong)]) {
    expect(answer).toMatchObject({
      status: 422,
      body: {
        errors: { text: ["Only {{username}}, {{email}}, {{site}}, {{staff}} can be filled in"] },
      },
    });
  }
});

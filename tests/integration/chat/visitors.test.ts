import { randomUUID } from "node:crypto";
import { DELETE as erase } from "@/app/api/admin/users/[id]/permanent-delete/route";
import { POST as support } from "@/app/api/support/route";
import { prisma } from "@/lib/platform/db";
import { pngImage } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { hearEvents } from "@/tests/support/events";
import { mailsTo } from "@/tests/support/mail";
import { until } from "@/tests/support/poll";
import {
  clearChat,
  closeChat,
  list,
  mark,
  readAsStaff,
  reopenChat,
  say,
  show,
  textsOf,
} from "./support";

const staffMember = () => signedInAdmin({ permissions: ["support"] });
const newEmail = () => `ann-${randomUUID().slice(0, 8)}@example.com`;
let addresses = 0;

type Extra = { key?: string; ip?: string };
/** Each of another network address, unless it is said. */
const write = (body: Record<string, unknown>, { key, ip }: Extra = {}) => {
  addresses = (addresses % 250) + 1;
  return callRoute<{ reference: string }>(support, {
    path: "/api/support",
    idempotencyKey: key,
    ip: ip ?? `198.51.100.${addresses}`,
    body: { name: "Ann", message: "I can't log in", ...body },
  });
};

/** The conversation with a reference, as staff find it. */
async function find(staff: string, reference: string) {
  const { chats } = (await list(staff, `?search=${reference}`)).body;
  expect(chats).toHaveLength(1);
  return chats[0]?.id ?? "";
}

beforeEach(async () => {
  await testDatabase().query(
    "TRUNCATE chat, chat_message, chat_note, chat_labelled, chat_rating; SELECT count_live_again()",
  );
});

it("opens a conversation that needs a reply, and mails the answer", async () => {
  const { token: staff } = await staffMember();
  const email = newEmail();
  const { status, body } = await write({ email: email.toUpperCase() });
  expect([status, body.reference]).toEqual([201, expect.stringMatching(/^(\w{4}-){2}\w{4}$/)]);
  const chatId = await find(staff, body.reference);
  const read = await readAsStaff(staff, chatId);
  expect(read.body.chat).toMatchObject({
    user: null,
    visitor: { name: "Ann", email, reference: body.reference },
    needsReply: true,
    unread: 1,
  });
  expect(textsOf(read)).toEqual(["I can't log in"]);
  expect((await mark(staff, chatId)).status).toBe(200);
  expect((await say(staff, "Try again {now} & <then>", { chatId })).status).toBe(201);
  expect((await readAsStaff(staff, chatId)).body.chat.needsReply).toBe(false);
  const [mail, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  expect(mail).toContain("Try again {now} & <then>");
  expect(mail).toContain(`/support?reference=${body.reference}`);
  // Whose address it is nobody knows: nothing of what the visitor wrote is mailed.
  expect(mail).not.toMatch(/Ann|can't log in/);
  expect((await show(staff, await pngImage(), { chatId })).status).toBe(422);
});

it("goes on with a reference and its address, in a closed conversation as well", async () => {
  const { token: staff } = await staffMember();
  const email = newEmail();
  const { reference } = (await write({ email })).body;
  const chatId = await find(staff, reference);
  await closeChat(staff, chatId);
  const again = { email: email.toUpperCase(), message: "And now?" };
  const typed = reference.toLowerCase().replaceAll("-", " ");
  expect((await write({ ...again, reference: typed })).body.reference).toBe(reference);
  const { body } = await readAsStaff(staff, chatId);
  expect(body.chat).toMatchObject({ status: "open", needsReply: true });
  expect(textsOf({ body })).toEqual(["I can't log in", "And now?"]);
  expect((await clearChat(staff, chatId)).status).toBe(200);
  expect((await reopenChat(staff, chatId)).status).toBe(200);
});

it("lets nobody else into a conversation by its reference", async () => {
  const { token: staff } = await staffMember();
  const { reference } = (await write({ email: newEmail() })).body;
  const answer = await write({ email: newEmail(), reference });
  expect(answer.status).toBe(201);
  expect(answer.body.reference).not.toBe(reference);
  const { body } = await readAsStaff(staff, await find(staff, reference));
  expect(textsOf({ body })).toEqual(["I can't log in"]);
});

it("answers the same whether or not the address has an account, and never joins the two", async () => {
  const { user, token } = await signedInUser();
  const [own, other] = [await write({ email: user.email }), await write({ email: newEmail() })];
  const { reference: _one, ...ofOwn } = own.body;
  const { reference: _two, ...ofOther } = other.body;
  expect([own.status, ofOwn]).toEqual([other.status, ofOther]);
  expect(await prisma.chat.count({ where: { userId: user.id } })).toBe(0);
  expect((await say(token, "hello")).status).toBe(201);
  expect(await prisma.chat.count()).toBe(3);
});

it("repeated with its key is one message, with another text a conflict", async () => {
  const [email, key, ip] = [newEmail(), randomUUID(), "203.0.113.9"];
  const answers = await Promise.all([1, 2, 3].map(() => write({ email }, { key, ip })));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.reference}`)).size).toBe(1);
  expect(await prisma.chatMessage.count()).toBe(1);
  expect((await write({ email, message: "other" }, { key, ip })).status).toBe(409);
});

it("keeps nothing of a machine, which hears what a person hears", async () => {
  const answer = await write({ email: newEmail(), homepage: "https://example.com" });
  expect([answer.status, answer.body.reference]).toEqual([201, expect.any(String)]);
  expect(await prisma.chat.count()).toBe(0);
});

it.each([
  ["name", { name: " " }],
  ["name", { name: "x".repeat(81) }],
  ["email", { email: "ann" }],
  ["email", { email: "" }],
  ["message", { message: "\u2800 " }],
  ["message", { message: "x".repeat(2001) }],
])("refuses a wrong %s (%j)", async (field, wrong) => {
  const { status, body } = await write({ email: newEmail(), ...wrong });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
});

it("limits how many come from one place, and for one address", async () => {
  const from = { ip: "203.0.113.77" };
  const email = newEmail();
  const [many, one]: number[][] = [[], []];
  // One after the other: all at once may be more than the connections serve in time.
  for (let n = 0; n < 21; n += 1) {
    many?.push((await write({ email: newEmail() }, from)).status);
    one?.push((await write({ email })).status);
  }
  const limited = [...Array<number>(20).fill(201), 429];
  expect([many, one]).toEqual([limited, limited]);
});

it("tells staff of it, and nobody else", async () => {
  const { token: staff } = await staffMember();
  const { heard, stop } = await hearEvents();
  const { reference } = (await write({ email: newEmail() })).body;
  await say(staff, "hello", { chatId: await find(staff, reference) });
  await until("both are heard", () => heard.length >= 2);
  await stop();
  expect(heard.map(({ t, u }) => [t, u])).toEqual([
    ["chat:message", "admins:chat.answer"],
    ["chat:message", "admins:chat.answer"],
  ]);
});

it("is erased with the account of its address", async () => {
  const full = await signedInAdmin();
  const { user } = await signedInUser();
  const { reference } = (await write({ email: user.email })).body;
  const options = { method: "DELETE", token: full.token, params: { id: user.id } };
  expect((await callRoute(erase, options)).status).toBe(200);
  const chat = await prisma.chat.findUniqueOrThrow({
    where: { visitorReference: reference },
    include: { messages: true },
  });
  expect(JSON.stringify(chat)).not.toMatch(/Ann|can't log in/);
  expect(JSON.stringify(chat)).not.toContain(user.email);
});

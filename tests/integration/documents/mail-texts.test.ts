import { POST as preview } from "@/app/api/admin/mail-texts/preview/route";
import { GET as list, PUT as write } from "@/app/api/admin/mail-texts/route";
import { POST as login } from "@/app/api/auth/login/route";
import type { User } from "@/lib/generated/prisma/client";
import type { MailPreviewDto, MailTextDto } from "@/lib/mail-texts/schema";
import { prisma } from "@/lib/platform/db";
import type { MailWords } from "@/lib/platform/text/mail-words";
import { signedInAdmin, signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { mailsTo } from "@/tests/support/mail";
import { asOwner } from "@/tests/support/owner";

type Answer = { mailTexts: MailTextDto[] };
let staff: string;

beforeAll(async () => {
  staff = (await signedInAdmin({ permissions: ["content"] })).token;
});

const read = async (language = "en") => {
  const { body } = await callRoute<Answer>(list, { token: staff });
  return body.mailTexts.find((one) => one.kind === "security" && one.language === language)!;
};
const save = (words: MailWords | null, changedAt: string | null, language = "en", token = staff) =>
  callRoute<Answer & { errors?: Record<string, string[]> }>(write, {
    method: "PUT",
    token,
    body: { kind: "security", language, words, changedAt },
  });
/** Logs in from a device that the account does not know, which is mailed. */
async function warned(overrides: Partial<User> = {}) {
  const { user } = await signedInUser(overrides);
  const body = { usernameOrEmail: user.username, password: TEST_PASSWORD };
  expect((await callRoute(login, { body })).status).toBe(200);
  return (await mailsTo(user.email)).at(-1) ?? "";
}

const WORDS = {
  subject: "{title} at {siteName}",
  body: "Dear {username},\n\n{message} ({at})\n{whatNow}\n\n{link}\n\n{way}\n\nYour team",
};

it("sends what staff wrote, in its language alone, until they restore the site's words", async () => {
  const given = await read();
  expect(given).toMatchObject({ changedAt: null, subject: given.given.subject });
  expect((await save(WORDS, null)).status).toBe(200);
  const mail = await warned();
  expect(mail).toMatch(/Subject: .+ at Aurum\n/);
  expect(mail).toMatch(/Dear [^{}]+,\n\n[^{}]+\/freeze\?token=\S+\n\nYour team\n$/);
  expect(await warned({ language: "de" })).toContain("Hallo ");
  const changed = await read();
  expect(changed).toMatchObject({ ...WORDS, given: given.given });
  expect((await save(null, changed.changedAt)).status).toBe(200);
  expect(await warned()).toContain("Hello ");
  const entries = await prisma.auditEntry.findMany({
    where: { targetType: "mail_text" },
    orderBy: { seq: "asc" },
  });
  expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
    ["mail_text.change", given.given, WORDS],
    ["mail_text.restore", WORDS, given.given],
  ]);
});

it.each([
  ["body", { ...WORDS, body: WORDS.body.replace("{way}", "") }, "Keep {way}"],
  ["body", { ...WORDS, body: `${WORDS.body} https://evil.example` }, "https://evil.example"],
  ["body", { ...WORDS, body: `${WORDS.body} {password}` }, "{password}"],
  ["subject", { ...WORDS, subject: "Hi" }, "Keep {title}"],
  ["subject", { ...WORDS, subject: "{title}\r\nBcc: me" }, "Enter one line"],
] as const)("refuses in the %s %j", async (part, words, said) => {
  const saved = await save(words, null);
  const shown = await callRoute(preview, {
    token: staff,
    body: { kind: "security", language: "en", words },
  });
  for (const { status, body } of [saved, shown]) {
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(said);
  }
  expect(JSON.stringify(saved.body)).toContain(part);
  expect((await read()).changedAt).toBeNull();
});

it("stores nothing after another's change, for no other language, and for nobody without the right", async () => {
  expect((await save(WORDS, null, "es")).status).toBe(200);
  expect((await save({ ...WORDS, subject: "{title}" }, null, "es")).status).toBe(409);
  expect((await save(null, null, "es")).status).toBe(409);
  expect((await read("es")).subject).toBe(WORDS.subject);
  expect((await save(WORDS, null, "fr")).status).toBe(422);
  const other = await signedInAdmin({ permissions: ["finance"] });
  expect((await save(WORDS, null, "de", other.token)).status).toBe(403);
});

it("shows a mail with a phrase, its links and both schemes, and stores nothing", async () => {
  const body = { kind: "security", language: "de", words: WORDS };
  const shown = (await callRoute<MailPreviewDto>(preview, { token: staff, body })).body;
  expect(shown.html).toContain("prefers-color-scheme: dark");
  expect(shown.html).toContain("/freeze?token=");
  expect(shown.html).toContain("Dear ada,");
  expect(shown.html).not.toMatch(/\{\w+\}/);
  expect(shown.text).toContain("Ihr Erkennungssatz");
  expect((await read("de")).changedAt).toBeNull();
});

it("sends the site's words in place of those that lack what protects their reader", async () => {
  const body = "Hello {username}, all is well.";
  await asOwner().mailText.create({
    data: { kind: "security", language: "en", subject: "{title}", body },
  });
  expect(await warned()).toContain("/freeze?token=");
});

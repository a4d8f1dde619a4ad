import { PUT as changeEmail } from "@/app/api/user/change-email/route";
import { PUT as setPhrase } from "@/app/api/user/phrase/route";
import { GET as security } from "@/app/api/user/security/route";
import { GET as terms } from "@/app/api/withdrawals/terms/route";
import { prisma } from "@/lib/platform/db";
import type { Security } from "@/lib/security/schema";
import { signedInUser, signInEarlier, TEST_PASSWORD } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { mailsTo } from "@/tests/support/mail";

const choose = (token: string, body: object) =>
  callRoute<{ phrase: string | null }>(setPhrase, { method: "PUT", token, body });
/** How mails begin, after their head. */
const beginnings = async (address: string) =>
  (await mailsTo(address)).map((mail) => mail.split("\n\n")[1]?.split("\n")[0]);
const FIRST = "blue elephants at noon";
const SECOND = "Zwölf Löwen & 'ein' {Tiger}";

it("stands on top of every mail and on the review, and a change is told with the one from before", async () => {
  const { user, token } = await signedInUser();
  const hello = `Hello ${user.username},`;
  expect(await choose(token, { phrase: `  ${FIRST} ` })).toMatchObject({
    status: 200,
    body: { phrase: FIRST },
  });
  expect((await choose(token, { phrase: FIRST })).status).toBe(200);
  await callRoute(changeEmail, {
    ...{ method: "PUT", token },
    body: { newEmail: `new_${user.email}`, password: TEST_PASSWORD },
  });
  expect(await beginnings(`new_${user.email}`)).toEqual([hello]);
  expect((await choose(token, { phrase: SECOND })).status).toBe(200);
  const { body } = await callRoute<{ security: Security }>(security, { token });
  expect(body.security.phrase).toBe(SECOND);
  expect((await callRoute(terms, { token })).body).toMatchObject({ terms: { phrase: SECOND } });
  expect((await choose(token, { phrase: "" })).body.phrase).toBeNull();
  const of = (phrase: string) => `Your phrase: ${phrase}`;
  expect(await beginnings(user.email)).toEqual([of(FIRST), of(FIRST), of(FIRST), of(SECOND)]);
  expect((await mailsTo(user.email)).every((mail) => mail.includes("/freeze?token="))).toBe(true);
});

it("is kept where the database alone does not tell it, and lost with the key and no mail", async () => {
  const { user, token } = await signedInUser();
  await choose(token, { phrase: FIRST });
  const row = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
  expect(row.sealedPhrase).not.toContain("elephants");
  await prisma.user.update({
    where: { id: user.id },
    data: { sealedPhrase: row.sealedPhrase!.replace(/^.{4}/, "AAAA") },
  });
  expect((await choose(token, { phrase: SECOND })).status).toBe(200);
  expect((await beginnings(user.email)).at(-1)).toBe(`Your phrase: ${SECOND}`);
});

it("asks for the password once the login is a while ago", async () => {
  const { user, token } = await signedInUser();
  await signInEarlier(user, 16);
  for (const password of [undefined, "wrong"]) {
    expect(await choose(token, { phrase: FIRST, password })).toMatchObject({
      status: 422,
      body: { errors: { password: expect.anything() } },
    });
  }
  expect((await choose(token, { phrase: FIRST, password: TEST_PASSWORD })).status).toBe(200);
});

it.each([
  ["ab"],
  ["x".repeat(61)],
  ["<b>bold</b>"],
  ["two\nlines"],
  ["in\u200bvisible"],
  ["turned\u202eround"],
  [null],
  [7],
])("refuses %j", async (phrase) => {
  const { token } = await signedInUser();
  expect(await choose(token, { phrase })).toMatchObject({
    status: 422,
    body: { errors: { phrase: expect.anything() } },
  });
});

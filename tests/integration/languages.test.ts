import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { io } from "socket.io-client";
import { GET as staffUser } from "@/app/api/admin/users/[id]/route";
import { GET as staffUsers } from "@/app/api/admin/users/route";
import { POST as forgotPassword } from "@/app/api/auth/forgot-password/route";
import { POST as login } from "@/app/api/auth/login/route";
import { POST as register } from "@/app/api/auth/register/route";
import { GET as notifications } from "@/app/api/notifications/route";
import { GET as readPreferences, PUT as savePreferences } from "@/app/api/user/preferences/route";
import { GET as statement } from "@/app/api/user/statements/[month]/route";
import { GET as ownTransactions } from "@/app/api/user/transactions/route";
import { deliveries } from "@/deliveries";
import type { Preferences } from "@/lib/accounts/preferences-schema";
import { sendNotification } from "@/lib/notifications/mutations";
import { prisma, transaction } from "@/lib/platform/db";
import { queueMail } from "@/lib/platform/mail";
import { startRelay } from "@/lib/platform/outbox/relay";
import { startRealtime } from "@/lib/platform/realtime/server";
import { text } from "@/lib/platform/text";
import { addLanguage } from "@/lib/platform/text/languages";
import { asReader } from "@/lib/platform/text/reader";
import { formatAmount } from "@/lib/platform/ui/format";
import { roomsOfSessions, verifySocketToken } from "@/lib/sessions/mutations";
import english from "@/messages/en.json";
import { fund } from "@/tests/factories/funds";
import {
  createTestUser,
  signedInAdmin,
  signedInUser,
  TEST_PASSWORD,
} from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";
import { mailsTo } from "@/tests/support/mail";
import { until } from "@/tests/support/poll";
import { PSEUDO, pseudoMessages } from "@/tests/support/words/pseudo-locale";

// English in brackets stands for a language that some reader chose; German for its numbers.
beforeAll(() => addLanguage(PSEUDO, pseudoMessages(english)));

const speaker = async (language: string | null) => {
  const { user, token } = await signedInUser();
  if (language) await prisma.user.update({ where: { id: user.id }, data: { language } });
  return { user, token };
};
const cookie = { cookie: `other=x; language=${PSEUDO}` };
const refusal = async (options: { token?: string; headers?: Record<string, string> }) =>
  (await callRoute(savePreferences, { method: "PUT", body: { theme: "pink" }, ...options })).body;
const IN_BRACKETS = /^⟦.*⟧$/;

describe("an answer of the API", () => {
  it("is in the language of the account, whatever the browser prefers", async () => {
    const [chosen, none] = await Promise.all([speaker(PSEUDO), speaker(null)]);
    const headers = { "accept-language": PSEUDO };
    expect((await refusal({ token: chosen.token })).message).toMatch(IN_BRACKETS);
    expect((await refusal({ token: none.token, headers })).message).not.toMatch(IN_BRACKETS);
  });

  it("is in the language of this device, with an account of another and with none", async () => {
    const { token } = await speaker("es");
    expect((await refusal({ token, headers: cookie })).errors?.theme).toEqual([
      expect.stringMatching(IN_BRACKETS),
    ]);
    expect((await refusal({ headers: cookie })).message).toMatch(IN_BRACKETS);
  });

  it("is in the language of the page that asks before all", async () => {
    const { token } = await speaker(PSEUDO);
    const headers = { ...cookie, "x-language": "en" };
    expect((await refusal({ token, headers })).message).not.toMatch(IN_BRACKETS);
    const unknown = { "x-language": "../../etc", cookie: "language=%00" };
    expect((await refusal({ headers: unknown })).message).toBe(
      english.errors.codes.SESSION_EXPIRED,
    );
  });

  it("is English for staff about their work", async () => {
    const { token, user } = await signedInAdmin();
    await prisma.user.update({ where: { id: user.id }, data: { language: PSEUDO } });
    const params = { id: "00000000-0000-7000-8000-000000000000" };
    const missing = await callRoute(staffUser, { token, headers: cookie, params });
    expect(missing).toMatchObject({ status: 404 });
    expect(missing.body.message).not.toMatch(IN_BRACKETS);
    const csv = await callRaw(staffUsers, { token, headers: cookie, path: "/api/x?format=csv" });
    expect(await csv.text()).not.toContain("⟦");
  });
});

it("files have their headings in the language of whoever asks", async () => {
  const { user, token } = await speaker(PSEUDO);
  await fund({ user: user.id, kind: "available", currency: "USDT" }, 5_000_000n);
  const month = new Date().toISOString().slice(0, 7);
  const [csv, plain, page] = await Promise.all([
    callRaw(ownTransactions, { token, path: "/api/x?format=csv" }),
    callRaw(ownTransactions, { token, headers: { "x-language": "en" }, path: "/api/x?format=csv" }),
    callRaw(statement, { token, params: { month }, path: "/api/x?format=html" }),
  ]);
  expect(await csv.text()).toContain(`⟦${english.exports.timeUtc}⟧`);
  expect(await plain.text()).not.toContain("⟦");
  const html = await page.text();
  expect(html).toContain(`<html lang="${PSEUDO}">`);
  expect(html).toContain(`⟦${english.exports.timeUtc}⟧`);
});

describe("what happened to somebody", () => {
  const tell = (userId: string) =>
    transaction((tx) =>
      sendNotification(tx, {
        userId,
        type: "welcome",
        title: text("notices.accounts.welcome"),
        message: text("notices.savings.amountInPlan", {
          amount: formatAmount("1234.5", "USDT"),
          plan: "Gold",
        }),
      }),
    );
  type List = { notifications: { title: string; message: string }[] };

  it("is told in the language that they read today, with its numbers", async () => {
    const { user, token } = await speaker(PSEUDO);
    // Whoever caused it reads another.
    await asReader(new Headers({ "x-language": "es" }), false, () => tell(user.id));
    const list = async (language?: string) => {
      const headers = language ? { "x-language": language } : undefined;
      return (await callRoute<List>(notifications, { token, headers })).body.notifications[0];
    };
    expect(await list()).toMatchObject({ title: `⟦${english.notices.accounts.welcome}⟧` });
    expect((await list("en"))?.message).toBe("1,234.50\u00a0USDT in Gold");
    expect((await list("de"))?.message).toContain("1.234,50\u00a0USDT");
  });

  it("is told at once to each socket in its own language", async () => {
    const httpServer = createServer();
    const realtime = await startRealtime({
      httpServer,
      verify: verifySocketToken,
      roomsOf: roomsOfSessions,
    });
    const relay = startRelay(deliveries);
    await new Promise<void>((resolve) => httpServer.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`;
    const { user, token } = await speaker(PSEUDO);
    const open = (language?: string) => {
      const socket = io(url, { auth: { token, language }, reconnection: false, forceNew: true });
      const titles: string[] = [];
      socket.on("notification", ({ title }: { title: string }) => titles.push(title));
      return { socket, titles };
    };
    const clients = [open(), open("en"), open("../")];
    try {
      for (const { socket } of clients) {
        await until("it is connected", () => socket.connected);
        expect(await socket.emitWithAck("register", user.id)).toBe(true);
      }
      await tell(user.id);
      await until("all have heard", () => clients.every(({ titles }) => titles.length > 0));
      const { welcome } = english.notices.accounts;
      expect(clients.map(({ titles }) => titles)).toEqual([
        [`⟦${welcome}⟧`],
        [welcome],
        [`⟦${welcome}⟧`],
      ]);
    } finally {
      for (const { socket } of clients) socket.disconnect();
      await relay.stop();
      await realtime.stop();
      httpServer.closeAllConnections();
      await new Promise((resolve) => httpServer.close(resolve));
    }
  });

  it("a refused socket hears why in the language of its page", async () => {
    const httpServer = createServer();
    const realtime = await startRealtime({
      httpServer,
      verify: async () => null,
      roomsOf: roomsOfSessions,
    });
    await new Promise<void>((resolve) => httpServer.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`;
    const socket = io(url, { auth: { language: PSEUDO }, reconnection: false, forceNew: true });
    const { message } = await new Promise<Error>((done) => socket.once("connect_error", done));
    expect(message).toBe(`⟦${english.errors.codes.SESSION_EXPIRED}⟧`);
    socket.disconnect();
    await realtime.stop();
    httpServer.closeAllConnections();
    await new Promise((resolve) => httpServer.close(resolve));
  });
});

describe("a mail", () => {
  const subject = text("notices.accounts.welcome");

  it("is in the language of the account that it goes to, whoever causes it", async () => {
    const [{ user }, none] = await Promise.all([speaker(PSEUDO), createTestUser()]);
    const send = (to: string, language: string) =>
      asReader(new Headers({ "x-language": language }), false, () =>
        transaction((tx) => queueMail(tx, { to, subject, text: subject })),
      );
    await send(user.email, "en");
    await send(none.email, PSEUDO);
    const { welcome } = english.notices.accounts;
    expect(await mailsTo(user.email)).toEqual([
      `To: ${user.email}\nSubject: ⟦${welcome}⟧\n\n⟦${welcome}⟧\n`,
    ]);
    expect(await mailsTo(none.email)).toEqual([
      `To: ${none.email}\nSubject: ${welcome}\n\n${welcome}\n`,
    ]);
    // To an address that is nobody's yet, such as a new one that is to be confirmed, it goes to whoever asks.
    await send("new.address@example.com", PSEUDO);
    const [toNew] = await mailsTo("new.address@example.com");
    expect(toNew).toContain(`⟦${welcome}⟧`);
  });
});

describe("the choice of a language", () => {
  type Answer = { preferences: Preferences };
  const languageOf = async (token: string) =>
    (await callRoute<Answer>(readPreferences, { token })).body.preferences.language;
  const person = (name: string) => ({
    username: name,
    email: `${name}@example.com`,
    country: "Brazil",
    countryCode: "+55",
    phoneNumber: "1155550000",
    gender: "Female",
    password: TEST_PASSWORD,
  });

  it("is English before it is made, and kept with the account", async () => {
    const { token } = await signedInUser();
    expect(await languageOf(token)).toBe("en");
    const save = (language: string) =>
      callRoute<Answer>(savePreferences, { method: "PUT", token, body: { language } });
    expect((await save("de")).body.preferences.language).toBe("de");
    expect(await languageOf(token)).toBe("de");
    for (const language of ["fr", "", "../en", "x".repeat(99)]) {
      expect(await save(language)).toMatchObject({ status: 422 });
    }
    expect(await languageOf(token)).toBe("de");
  });

  it("comes along from the device where the account is opened", async () => {
    const there = person("chose_before");
    const { body } = await callRoute<{ token: string }>(register, { body: there, headers: cookie });
    expect(await languageOf(body.token)).toBe(PSEUDO);
    const mails = await mailsTo(there.email);
    expect(mails).toEqual([expect.stringMatching(/Subject: ⟦/)]);
  });

  it("comes along from the device of a log-in, unless the account has one", async () => {
    const { user } = await signedInUser();
    const body = { usernameOrEmail: user.username, password: TEST_PASSWORD };
    const signIn = async (headers: Record<string, string>) =>
      languageOf((await callRoute<{ token: string }>(login, { body, headers })).body.token);
    // Pages say the language that they are in, whether or not anybody chose it.
    expect(await signIn({ "x-language": "en" })).toBe("en");
    expect(await signIn(cookie)).toBe(PSEUDO);
    expect(await signIn({ cookie: "language=es" })).toBe(PSEUDO);
    await callRoute(forgotPassword, { body: { email: user.email } });
    expect((await mailsTo(user.email)).at(-1)).toMatch(/Subject: ⟦/);
  });
});

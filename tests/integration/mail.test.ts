import { once } from "node:events";
import { type AddressInfo, Socket } from "node:net";
import { SMTPServer } from "smtp-server";
import { asWritten } from "@/lib/platform/text";

const received: { to: string[]; text: string }[] = [];
/** Of every mail that came, the refused ones too. */
const messageIds: (string | undefined)[] = [];
let refusals = 0;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      messageIds.push(/^Message-ID: (\S+)\r$/m.exec(text)?.[1]);
      if (refusals > 0) {
        refusals -= 1;
        done(new Error("try again later"));
        return;
      }
      const to = session.envelope.rcptTo.map(({ address }) => address);
      received.push({ to, text });
      done();
    });
  },
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  // Read when the modules under test are first imported, which is after this.
  process.env.SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await new Promise<void>((resolve) => server.close(resolve));
});

it("mails a reset link to the owner of an address, and to nobody else", async () => {
  const { mailPasswordReset } = await import("@/lib/security/recovery");
  const { mailJob } = await import("@/lib/platform/mail");
  const { drainQueue } = await import("@/lib/platform/jobs/runner");
  const { createTestUser } = await import("@/tests/factories/users");
  const user = await createTestUser();

  await mailPasswordReset("nobody@example.com");
  await drainQueue([mailJob]);
  expect(received).toEqual([]);

  await mailPasswordReset(user.email.toUpperCase());
  await drainQueue([mailJob]);
  expect(received).toHaveLength(1);
  expect(received[0]?.to).toEqual([user.email]);
  expect(received[0]?.text).toMatch(/reset-password\?token=/);
  // The same words twice, for programs that show no designed mails too.
  expect(received[0]?.text).toMatch(
    /multipart\/alternative.*Content-Type: text\/plain.*Content-Type: text\/html/s,
  );
});

it("keeps what a mail says for the server alone, and an hour only", async () => {
  const { mailPasswordReset } = await import("@/lib/security/recovery");
  const { mailJob } = await import("@/lib/platform/mail");
  const { drainQueue } = await import("@/lib/platform/jobs/runner");
  const { createTestUser } = await import("@/tests/factories/users");
  const { testDatabase } = await import("@/tests/support/database");
  const user = await createTestUser();
  const rows = () =>
    testDatabase().query<{ data: { to: string; subject: string }; deletion_seconds: number }>(
      "SELECT data, deletion_seconds FROM pgboss.job WHERE data->>'receiver' = $1",
      [user.email],
    );
  await mailPasswordReset(user.email);
  const [waiting, ...others] = await rows();
  expect(others).toEqual([]);
  expect(waiting?.data.subject).toMatch(/Reset your/);
  expect(JSON.stringify(waiting)).not.toMatch(/token=|reset-password/);
  expect(waiting?.deletion_seconds).toBe(3600);
  await drainQueue([mailJob]);
  expect(received.at(-1)?.text).toMatch(/reset-password\?token=/);

  await testDatabase().query(
    "UPDATE pgboss.job SET completed_on = completed_on - interval '61 minutes' WHERE name = 'mail'",
  );
  await testDatabase().query(
    "UPDATE pgboss.queue SET maintain_on = now() - interval '61 minutes' WHERE name = 'mail'",
  );
  await drainQueue([mailJob]);
  expect(await rows()).toEqual([]);
});

it("sends what an earlier version queued, with its text in clear", async () => {
  const { mailJob } = await import("@/lib/platform/mail");
  const { openBoss } = await import("@/lib/platform/jobs/boss");
  const { drainQueue } = await import("@/lib/platform/jobs/runner");
  const mail = { to: "early@example.com", subject: "Hello", text: "Queued before" };
  await (await openBoss()).send(mailJob.name, mail);
  expect(await drainQueue([mailJob])).toEqual({ done: 1, failed: 0 });
  expect(received.at(-1)?.text).toContain("Queued before");
});

it("reports a mail that the server refuses, so that the queue tries again", async () => {
  const { mailJob } = await import("@/lib/platform/mail");
  const { signal } = new AbortController();
  refusals = 1;
  const mail = { to: "someone@example.com", subject: "Hello", text: "Hello" };
  await expect(mailJob.handler(mail, { signal })).rejects.toThrow();
  await mailJob.handler(mail, { signal });
  expect(received.at(-1)?.to).toEqual(["someone@example.com"]);
});

it("calls a mail the same whenever it tries, so that one which came twice is seen once", async () => {
  const { transaction } = await import("@/lib/platform/db");
  const { mailJob, queueMail } = await import("@/lib/platform/mail");
  const { drainQueue } = await import("@/lib/platform/jobs/runner");
  const { testDatabase } = await import("@/tests/support/database");
  messageIds.length = 0;
  refusals = 1;
  const mail = { to: "slow@example.com", subject: asWritten("Hello"), text: asWritten("Hello") };
  await transaction((tx) => queueMail(tx, mail));
  expect(await drainQueue([mailJob])).toEqual({ done: 0, failed: 1 });
  await testDatabase().query("UPDATE pgboss.job SET start_after = now() WHERE name = 'mail'");
  expect(await drainQueue([mailJob])).toEqual({ done: 1, failed: 0 });
  await transaction((tx) => queueMail(tx, mail));
  expect(await drainQueue([mailJob])).toEqual({ done: 1, failed: 0 });
  const [first, second, other] = messageIds;
  expect(first).toMatch(/^<[\w-]+@localhost>$/);
  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

it("names where mails of a kind are stopped in the head, for those that have such a place", async () => {
  const { transaction } = await import("@/lib/platform/db");
  const { mailJob, queueMail } = await import("@/lib/platform/mail");
  const { drainQueue } = await import("@/lib/platform/jobs/runner");
  const mail = { to: "reader@example.com", subject: asWritten("Hello"), text: asWritten("Hello") };
  const unsubscribe = `https://gold.example/api/unsubscribe?token=${"t".repeat(120)}`;
  await transaction((tx) => queueMail(tx, { ...mail, unsubscribe }));
  await drainQueue([mailJob]);
  const head = received.at(-1)?.text.split("\r\n\r\n")[0]?.replace(/\r\n /g, " ") ?? "";
  expect(head).toContain(`List-Unsubscribe: <${unsubscribe}>`);
  expect(head).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  await transaction((tx) => queueMail(tx, mail));
  await drainQueue([mailJob]);
  expect(received.at(-1)?.text).not.toContain("List-Unsubscribe");
});

it("lets a mail server take its time: no second try while the first one waits", async () => {
  const { mailJob } = await import("@/lib/platform/mail");
  const waits = jest.spyOn(Socket.prototype, "setTimeout");
  const mail = { to: "someone@example.com", subject: "Hello", text: "Hello" };
  await mailJob.handler(mail, { signal: new AbortController().signal });
  const longestMs = Math.max(...waits.mock.calls.map(([ms]) => ms));
  waits.mockRestore();
  expect(longestMs).toBeGreaterThan(0);
  expect(mailJob.timeoutSeconds * 1000).toBeGreaterThan(longestMs);
});

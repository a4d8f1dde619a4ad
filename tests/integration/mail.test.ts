import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

const received: { to: string[]; text: string }[] = [];
let refusals = 0;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      if (refusals > 0) {
        refusals -= 1;
        done(new Error("try again later"));
        return;
      }
      const to = session.envelope.rcptTo.map(({ address }) => address);
      received.push({ to, text: Buffer.concat(chunks).toString("utf8") });
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
  const { requestPasswordReset } = await import("@/lib/accounts/recovery");
  const { mailJob } = await import("@/lib/platform/mail");
  const { drainQueue } = await import("@/lib/platform/jobs/runner");
  const { createTestUser } = await import("@/tests/factories/users");
  const user = await createTestUser();

  await requestPasswordReset("nobody@example.com");
  await drainQueue([mailJob]);
  expect(received).toEqual([]);

  await requestPasswordReset(user.email.toUpperCase());
  await drainQueue([mailJob]);
  expect(received).toHaveLength(1);
  expect(received[0]?.to).toEqual([user.email]);
  expect(received[0]?.text).toMatch(/reset-password\?token=/);
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

import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createTransport, type Transporter } from "nodemailer";
import type { Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { defineJob, enqueue } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { randomToken } from "@/lib/platform/security/hash";
import { now } from "@/lib/platform/time";

export type Mail = { to: string; subject: string; text: string };

let transport: Transporter | undefined;

/** Sends queued mails, with retries: a mail server that is down for an hour loses nothing. */
export const mailJob = defineJob<Mail>({
  name: "mail",
  handler: deliver,
  retryLimit: 8,
  retryDelaySeconds: 30,
  concurrency: 2,
});

/** Queues a mail; it exists only if the transaction commits. */
export async function queueMail(tx: Tx, mail: Mail): Promise<void> {
  await enqueue(mailJob, mail, { tx });
}

async function deliver(mail: Mail): Promise<void> {
  if (!env.SMTP_URL) return keepInOutbox(mail);
  transport ??= createTransport(env.SMTP_URL);
  await transport.sendMail({ from: env.MAIL_FROM, ...mail });
}

/** Without a mail server, mails are kept as files for whoever runs the site. */
async function keepInOutbox(mail: Mail): Promise<void> {
  const folder = path.join(env.DATA_DIR, "outbox");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stamp = now().toISOString().replace(/[:.]/g, "-");
  const file = path.join(folder, `${stamp}-${randomToken(4)}.txt`);
  await writeFile(file, `To: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}\n`, {
    mode: 0o600,
  });
  log.info({ file }, "mail kept in the outbox: SMTP_URL is not set");
}

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/lib/platform/env";
import { drainQueue } from "@/lib/platform/jobs/runner";
import { mailJob } from "@/lib/platform/mail";
import { unfreezeLinkJob } from "@/lib/security/freeze";
import { passwordResetJob } from "@/lib/security/recovery";

/** Sends what is queued and returns the mails that went to an address, oldest first. */
export async function mailsTo(address: string): Promise<string[]> {
  await drainQueue([passwordResetJob, unfreezeLinkJob, mailJob]);
  const folder = join(env.DATA_DIR, "outbox");
  const files = await readdir(folder).catch(() => []);
  const whole = files.filter((file) => file.endsWith(".txt")).sort();
  const mails = await Promise.all(whole.map((file) => readFile(join(folder, file), "utf8")));
  return mails.filter((mail) => mail.startsWith(`To: ${address}\n`));
}

/** The secret of the newest link to `page` that was mailed to an address. */
export async function mailedToken(address: string, page: string): Promise<string> {
  const pattern = new RegExp(`/${page}\\?token=(\\S+)`);
  const tokens = (await mailsTo(address)).flatMap((mail) => pattern.exec(mail)?.[1] ?? []);
  const token = tokens.at(-1);
  if (!token) throw new Error(`No link to ${page} was mailed to ${address}`);
  return token;
}

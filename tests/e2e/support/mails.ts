import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "playwright/test";

/** The folder in which the site keeps its data, and its mails where it has no server for them. */
export const folderOfSite = () => process.env.E2E_DATA_DIR ?? "";

/** What the site mailed to an address, oldest first. */
export function mailsTo(address: string): string[] {
  const folder = join(folderOfSite(), "outbox");
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith(".txt"))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .filter((mail) => mail.startsWith(`To: ${address}\n`));
}

/** The newest mail to an address whose subject says so, once there is one. */
export async function mailTo(address: string, subject: string): Promise<string> {
  const find = () =>
    mailsTo(address)
      .filter((mail) => mail.split("\n")[1]?.includes(subject))
      .at(-1);
  await expect.poll(find).toBeTruthy();
  return find() ?? "";
}

/** The link to a page, with what it carries, in the newest mail to an address whose subject says so. */
export async function mailedLink(address: string, subject: string, path: string): Promise<string> {
  const linkIn = (mail: string) => new RegExp(`/${path}\\?\\w+=\\S+`).exec(mail)?.[0];
  const find = () =>
    mailsTo(address)
      .filter((mail) => mail.split("\n")[1]?.includes(subject))
      .flatMap((mail) => linkIn(mail) ?? [])
      .at(-1);
  await expect.poll(find).toBeTruthy();
  return find() ?? "";
}

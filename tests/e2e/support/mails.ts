import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "playwright/test";
import { folderOfSite } from "./site";

/** What the site mailed to an address under a subject that holds these words, oldest first. */
function mailsTo(address: string, subject: string): string[] {
  const folder = join(folderOfSite(), "outbox");
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith(".txt"))
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .filter((mail) => mail.startsWith(`To: ${address}\n`))
    .filter((mail) => mail.split("\n")[1]?.includes(subject));
}

/** What is found in mails, once it is. */
async function awaited(find: () => string | undefined): Promise<string> {
  await expect.poll(find).toBeTruthy();
  return find() ?? "";
}

/** The newest mail to an address whose subject holds these words, once there is one. */
export const mailTo = (address: string, subject: string): Promise<string> =>
  awaited(() => mailsTo(address, subject).at(-1));

/** The link to a page, with what it carries, in the newest mail to an address whose subject holds these words. */
export function mailedLink(address: string, subject: string, path: string): Promise<string> {
  const link = new RegExp(`/${path}\\?\\w+=\\S+`);
  return awaited(() =>
    mailsTo(address, subject)
      .flatMap((mail) => link.exec(mail)?.[0] ?? [])
      .at(-1),
  );
}

/** The secret of the newest link to a page that was mailed to an address. */
export async function mailedToken(address: string, path: string): Promise<string> {
  const link = await mailedLink(address, "", path);
  return link.slice(link.indexOf("=") + 1);
}

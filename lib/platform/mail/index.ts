import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { createTransport, type Transporter } from "nodemailer";
import type { Tx } from "@/lib/platform/db";
import { env, siteOrigin } from "@/lib/platform/env";
import { defineJob, enqueue } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { seal, unseal } from "@/lib/platform/security/cipher";
import { randomToken } from "@/lib/platform/security/hash";
import { asWritten, partsOf, type Text, text } from "@/lib/platform/text";
import { messagesOf, offered, renderText, renderWith } from "@/lib/platform/text/languages";
import { type MailWords, mailKinds, mistakeIn } from "@/lib/platform/text/mail-words";
import { readerLocale } from "@/lib/platform/text/reader";
import { siteLocale } from "@/lib/platform/text/site-locale";
import { now } from "@/lib/platform/time";
import { writeWholeFile } from "@/lib/platform/whole-file";

type Mail = { to: string; subject: string; text: string };
/** A mail before it has a language. */
export type MailTexts = {
  to: string;
  subject: Text;
  text: Text;
  /** Where its reader stops mails of this kind; of those that somebody has chosen. */
  unsubscribe?: string;
  /** The account that it is about, where that may have another address by now. */
  userId?: string;
};
/**
 * The same whenever a mail is tried: a server may take one and be too slow to say so, and mailboxes show one of
 * two that are called the same. Jobs of earlier versions have none.
 */
type Named = { messageId?: string };
/**
 * A text holds links that let in whoever reads it, so it is sealed. Jobs of earlier versions are in clear. Those versions
 * know the receiver as `to`: without one a mail server refuses theirs, and a newer process sends it, instead of an empty mail.
 */
type SealedMail = Named & {
  receiver: string;
  subject: string;
  sealedText: string;
  /** How it is designed; jobs of earlier versions are sent as plain text alone. */
  design?: Design;
  /** Where its reader stops mails of this kind, for the headers. */
  sealedUnsubscribe?: string;
};
type Design = { locale: string; hasPhrase: boolean };
type QueuedMail = Mail | SealedMail;

const PURPOSE = "mail";
const PHRASE_PURPOSE = "phrase";
/** Long enough to see that mails go out; addresses are personal data. */
const KEPT_SECONDS = 3600;
/**
 * Longer than nodemailer waits: 30 s for a name, 2 min for a connection, 30 s for a greeting, 10 min for an answer. A
 * mail whose process was killed is tried again after it.
 */
const TIMEOUT_SECONDS = 900;

let transport: Transporter | undefined;

/** Sends queued mails, with retries: a mail server that is down for an hour loses nothing. */
export const mailJob = defineJob<QueuedMail>({
  name: "mail",
  handler: deliver,
  retryLimit: 8,
  retryDelaySeconds: 30,
  timeoutSeconds: TIMEOUT_SECONDS,
  concurrency: 2,
  keepSeconds: KEPT_SECONDS,
});

/** What somebody recognises the site's mails by, as it is kept. */
export const sealPhrase = (phrase: string): string => seal(PHRASE_PURPOSE, phrase);

/** The phrase of somebody who has chosen one. One of another key of the site, as after a restore, is none. */
export function openPhrase(sealed: string | null): string | null {
  if (sealed === null) return null;
  try {
    return unseal(PHRASE_PURPOSE, sealed);
  } catch (error) {
    log.warn({ event: "mail.phrase_unreadable", err: error });
    return null;
  }
}

/** The language of an account, that of whoever asks for the mail where the address is no account's yet, and its phrase. */
async function readerOf(tx: Tx, { to, userId }: MailTexts) {
  const account = await tx.user.findUnique({
    where: userId === undefined ? { email: to.toLowerCase() } : { id: userId },
    select: { language: true, sealedPhrase: true },
  });
  if (!account) return { locale: readerLocale(), phrase: null };
  const locale = offered(account.language) ?? siteLocale;
  return { locale, phrase: openPhrase(account.sealedPhrase) };
}

/**
 * Queues a mail, its text encrypted, in its reader's language and under the phrase that they have chosen; it exists only
 * if the transaction commits.
 */
export async function queueMail(tx: Tx, mail: MailTexts): Promise<void> {
  const { to, subject, text: body } = mail;
  const { locale, phrase } = await readerOf(tx, mail);
  const words = await ownWords(tx, body, locale);
  const said = words ? asWritten(renderWith(words.body, body, locale)) : body;
  const whole = phrase === null ? said : text("mails.phrase", { phrase, body: said });
  const data = {
    receiver: to,
    subject: words ? renderWith(words.subject, subject, locale) : renderText(subject, locale),
    sealedText: seal(PURPOSE, renderText(whole, locale)),
    messageId: newMessageId(),
    design: { locale, hasPhrase: phrase !== null },
    ...(mail.unsubscribe ? { sealedUnsubscribe: seal(PURPOSE, mail.unsubscribe) } : {}),
  };
  await enqueue(mailJob, data, { tx });
}

/**
 * What staff wrote for mails of this kind in a language, or null: then they come as the site has them. Words that lack what
 * a later version of the site has to say in such a mail don't count.
 */
async function ownWords(tx: Tx, body: Text, locale: string): Promise<MailWords | null> {
  const named = /^mails\.(\w+)\.body$/.exec(partsOf(body).key ?? "")?.[1];
  const kind = mailKinds.find((one) => one === named);
  if (kind === undefined) return null;
  const words = await tx.mailText.findUnique({
    where: { kind_language: { kind, language: locale } },
  });
  if (words === null) return null;
  const given = messagesOf(locale).mails[kind];
  const parts = ["subject", "body"] as const;
  const isWhole = parts.every((part) => !mistakeIn(words[part], given[part], siteOrigin()));
  return isWhole ? words : null;
}

/** At the sender's domain, as receivers expect it. */
function newMessageId(): string {
  const domain = env.MAIL_FROM.replace(/^.*@|>$/g, "");
  return `<${randomUUID()}@${domain}>`;
}

/** Removes every job of mails to an address, sent or not, in the caller's transaction. */
export async function forgetMails(tx: Tx, to: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM pgboss.job WHERE name = ${mailJob.name} AND coalesce(data->>'receiver', data->>'to') = ${to}`;
}

const opened = ({ receiver, subject, sealedText, messageId }: SealedMail): Mail & Named => ({
  to: receiver,
  subject,
  text: unseal(PURPOSE, sealedText),
  messageId,
});

/** What lets programs for mail stop mails of this kind by one press (RFC 8058). */
function stoppedBy(queued: QueuedMail): Record<string, string> {
  if (!("sealedUnsubscribe" in queued) || queued.sealedUnsubscribe === undefined) return {};
  return {
    "List-Unsubscribe": `<${unseal(PURPOSE, queued.sealedUnsubscribe)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

async function deliver(queued: QueuedMail): Promise<void> {
  const mail = "text" in queued ? queued : opened(queued);
  const headers = stoppedBy(queued);
  if (!env.SMTP_URL) return keepInOutbox(mail, headers);
  transport ??= createTransport(env.SMTP_URL);
  const design = "design" in queued ? queued.design : undefined;
  const html = design && (await designed(mail, design));
  await transport.sendMail({ from: env.MAIL_FROM, ...mail, html, headers });
}

/** A mail as HTML, as it is sent. */
export async function designed(
  { subject, text: body }: Pick<Mail, "subject" | "text">,
  design: Design,
): Promise<string> {
  const { designMail } = await import("./design");
  const { origin, host } = new URL(siteOrigin());
  const open = renderText(text("mails.open", { host }), design.locale);
  return designMail({ ...design, subject, text: body, origin, open });
}

/** Without a mail server, mails are kept as files for whoever runs the site. */
async function keepInOutbox(mail: Mail, headers: Record<string, string>): Promise<void> {
  const folder = path.join(env.DATA_DIR, "outbox");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stamp = now().toISOString().replace(/[:.]/g, "-");
  const file = path.join(folder, `${stamp}-${randomToken(4)}.txt`);
  const head = { To: mail.to, Subject: mail.subject, ...headers };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\n`);
  await writeWholeFile(file, `${lines.join("")}\n${mail.text}\n`);
  log.info({ event: "mail.kept_as_file", file });
}

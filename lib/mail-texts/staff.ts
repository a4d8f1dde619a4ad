import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { MailText } from "@/lib/generated/prisma/client";
import { prisma, transaction } from "@/lib/platform/db";
import { siteOrigin } from "@/lib/platform/env";
import { AppError, invalidField } from "@/lib/platform/errors";
import { designed } from "@/lib/platform/mail";
import { type Text, type TextKey, text } from "@/lib/platform/text";
import {
  messagesOf,
  offered,
  offeredLanguages,
  renderText,
  renderWith,
} from "@/lib/platform/text/languages";
import {
  type MailKind,
  type MailWords,
  type Mistake,
  mailKinds,
  mistakeIn,
} from "@/lib/platform/text/mail-words";
import { now } from "@/lib/platform/time";
import { formatAmount } from "@/lib/platform/ui/format";
import { getSettings } from "@/lib/settings/data";
import type { ChangeMailTextInput, MailPreviewDto, MailPreviewInput, MailTextDto } from "./schema";

const givenOf = (kind: MailKind, language: string): MailWords => {
  const { subject, body } = messagesOf(language).mails[kind];
  return { subject, body };
};

function describe(kind: MailKind, language: string, row: MailText | undefined): MailTextDto {
  const given = givenOf(kind, language);
  const { subject, body } = row ?? given;
  return { kind, language, subject, body, given, changedAt: row?.updatedAt.toISOString() ?? null };
}

/** The words of every kind of mail to users, in every language. */
export async function listMailTexts(): Promise<MailTextDto[]> {
  const rows = await prisma.mailText.findMany();
  return offeredLanguages().flatMap((language) =>
    mailKinds.map((kind) =>
      describe(
        kind,
        language,
        rows.find((row) => row.kind === kind && row.language === language),
      ),
    ),
  );
}

const MISTAKES: Record<Mistake["kind"], TextKey> = {
  missing: "errors.documents.mailMissing",
  unknown: "errors.documents.mailUnknown",
  brace: "errors.documents.mailBrace",
  touched: "errors.documents.mailTouched",
  address: "errors.documents.mailAddress",
};

/** @throws AppError VALIDATION for a language that is not offered, and words that may not be sent */
function refuseWrong({
  kind,
  language,
  words,
}: Omit<MailPreviewInput, "words"> & { words: MailWords | null }) {
  if (offered(language) === null) {
    throw invalidField("language", text("errors.documents.mailLanguage"));
  }
  if (words === null) return;
  const given = givenOf(kind, language);
  for (const part of ["subject", "body"] as const) {
    const mistake = mistakeIn(words[part], given[part], siteOrigin());
    if (mistake) throw invalidField(part, text(MISTAKES[mistake.kind], { what: mistake.what }));
  }
}

/**
 * Writes the words of a kind of mail in a language, or restores those of the site. Mails that are queued stay as they are.
 * @throws AppError VALIDATION, CONFLICT when somebody changed it meanwhile
 */
export async function changeMailText(
  actor: Actor,
  input: ChangeMailTextInput,
): Promise<MailTextDto[]> {
  refuseWrong(input);
  const { kind, language, words, changedAt } = input;
  await transaction(async (tx) => {
    const at = { kind, language };
    const before = await tx.mailText.findUnique({ where: { kind_language: at } });
    if ((before?.updatedAt.toISOString() ?? null) !== changedAt) throw new AppError("CONFLICT");
    const seen = { ...at, ...(before ? { updatedAt: before.updatedAt } : {}) };
    const changes = { ...words, updatedAt: now() };
    const { count } = !before
      ? await tx.mailText.createMany({
          data: words ? [{ ...at, ...words, updatedAt: now() }] : [],
          skipDuplicates: true,
        })
      : words
        ? await tx.mailText.updateMany({ where: seen, data: changes })
        : await tx.mailText.deleteMany({ where: seen });
    if (count === 0 && (before || words)) throw new AppError("CONFLICT");
    if (count === 0) return;
    const given = givenOf(kind, language);
    await appendAudit(tx, actor, {
      action: words ? "mail_text.change" : "mail_text.restore",
      targetType: "mail_text",
      targetId: `${kind}:${language}`,
      before: before ? { subject: before.subject, body: before.body } : { ...given },
      after: { ...(words ?? given) },
    });
  });
  return listMailTexts();
}

/** What stands in the gaps of a preview. */
function samplesOf(kind: MailKind, siteName: string): Record<string, string | number> {
  const origin = siteOrigin();
  const freeze = text("mails.security.freeze", { days: 14, link: `${origin}/freeze?token=…` });
  const unfreeze = text("mails.security.unfreeze", {
    ...{ hours: 1, link: `${origin}/unfreeze?token=…`, again: `${origin}/unfreeze` },
  });
  return {
    siteName,
    username: "ada",
    ...{ hours: 24, minutes: 30, reference: "ABCD-1234", zone: "Berlin" },
    ...{ from: "16 Nov 2026", to: "22 Nov 2026", at: "22 Nov 2026, 14:20 UTC" },
    title: text("notices.withdrawals.withdrawalRequested"),
    message: text("notices.withdrawals.requested", {
      ...{ number: 12, amount: formatAmount("119", "USDT"), network: "TRC20" },
    }),
    whatNow: text("notices.accounts.notYou"),
    answer: "…",
    reason: text("mails.accountDeleted.reason", { reason: "…" }),
    figures: text("mails.weeklySummary.payments", { deposits: "2", withdrawals: "1" }),
    link: `${origin}/`,
    settings: `${origin}/notifications/settings`,
    way: kind === "unfreeze" ? unfreeze : freeze,
  };
}

/** A mail as it would be sent, with made-up values and a made-up phrase; nothing is stored. @throws AppError VALIDATION */
export async function previewMail(input: MailPreviewInput): Promise<MailPreviewDto> {
  refuseWrong(input);
  const { kind, language: locale, words } = input;
  const { siteName } = await getSettings();
  const given = text(`mails.${kind}.body`, samplesOf(kind, siteName));
  const subject = renderWith(words.subject, given, locale);
  const body = renderWith(words.body, given, locale) as Text;
  const whole = renderText(text("mails.phrase", { phrase: "…", body }), locale);
  const html = await designed({ subject, text: whole }, { locale, hasPhrase: true });
  return { subject, text: whole, html };
}

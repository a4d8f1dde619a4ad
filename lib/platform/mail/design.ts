import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { createElement as h, type ReactNode } from "react";

export interface DesignedMail {
  subject: string;
  /** The mail as plain text: paragraphs with an empty line between them. */
  text: string;
  /** Whether its first paragraph is the phrase that its reader has chosen. */
  hasPhrase: boolean;
  /** The language that it is written in. */
  locale: string;
  /** Where the site is, such as https://example.com: only links that lead there are links. */
  origin: string;
  /** What a button says that opens the link above it. */
  open: string;
}

const LIGHT = {
  page: "#f8f6f1",
  card: "#ffffff",
  line: "#ddd7ca",
  text: "#1b1812",
  quiet: "#575144",
};
const GOLD = "#d9ae3c";
const SOFT = "#fbf1d6";
const FONT = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Most programs for mail read it; the others show the light one. Colours are those of the site. */
const DARK = `@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background: #0f0e0c !important; }
  .card { background: #181613 !important; border-color: #37332b !important; }
  .card p, .card a.link { color: #f3efe6 !important; }
  .card p.quiet { color: #b8b0a0 !important; }
  .phrase { background: #2b2413 !important; }
}`;

const STYLES = {
  page: { margin: 0, padding: "24px 12px", background: LIGHT.page, fontFamily: FONT },
  card: {
    maxWidth: 520,
    padding: "8px 24px 16px",
    background: LIGHT.card,
    border: `1px solid ${LIGHT.line}`,
    borderRadius: 16,
  },
  site: { margin: "12px 0", fontSize: 15, fontWeight: 600, color: LIGHT.text },
  text: { margin: "16px 0", fontSize: 16, lineHeight: "24px", color: LIGHT.text },
  quiet: {
    margin: "8px 0 16px",
    fontSize: 13,
    lineHeight: "18px",
    color: LIGHT.quiet,
    wordBreak: "break-all",
  },
  link: { color: LIGHT.text, textDecoration: "underline", wordBreak: "break-all" },
  button: {
    padding: "14px 24px",
    borderRadius: 12,
    background: GOLD,
    color: "#1b1812",
    fontSize: 16,
    fontWeight: 600,
    textDecoration: "none",
  },
  phrase: { padding: "0 16px", borderLeft: `4px solid ${GOLD}`, background: SOFT },
} as const;

const LINKS = /(https?:\/\/\S+)/;

/** Whether an address leads to the site: what others wrote into a mail, such as an answer or a name, must not. */
function leadsTo(origin: string, address: string): boolean {
  return URL.canParse(address) && new URL(address).origin === origin;
}

function lineOf(line: string, origin: string): ReactNode[] {
  return line
    .split(LINKS)
    .map((part, index) =>
      leadsTo(origin, part)
        ? h("a", { key: index, href: part, className: "link", style: STYLES.link }, part)
        : part,
    );
}

/** Lines of a paragraph, one under the other. */
function linesOf(lines: string[], origin: string): ReactNode[] {
  return lines.flatMap((line, index) =>
    index === 0 ? lineOf(line, origin) : [h("br", { key: `br ${index}` }), ...lineOf(line, origin)],
  );
}

const paragraph = (key: string, lines: string[], origin: string) =>
  h(Text, { key, style: STYLES.text }, ...linesOf(lines, origin));

/** A link that has a line of its own becomes a button, with its address under it for who wants to see it first. */
function partsOf(block: string, key: string, { origin, open }: DesignedMail): ReactNode[] {
  const parts: ReactNode[] = [];
  let lines: string[] = [];
  const close = () => {
    if (lines.length > 0) parts.push(paragraph(`${key} ${parts.length}`, lines, origin));
    lines = [];
  };
  for (const line of block.split("\n")) {
    if (!leadsTo(origin, line)) {
      lines.push(line);
      continue;
    }
    close();
    const at = `${key} ${parts.length}`;
    parts.push(
      h(Button, { key: at, href: line, style: STYLES.button }, open),
      h(Text, { key: `${at} address`, className: "quiet", style: STYLES.quiet }, line),
    );
  }
  close();
  return parts;
}

/**
 * A mail as HTML beside its plain text: the same words, without pictures or anything else to load, for light and dark.
 * @returns a whole document
 */
export async function designMail(mail: DesignedMail): Promise<string> {
  // Not at the top: pages import what queues mails, and theirs is another React.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const { subject, text, hasPhrase, locale, origin } = mail;
  const blocks = text.split(/\n{2,}/).filter((block) => block.trim() !== "");
  const content = blocks.map((block, index) =>
    index === 0 && hasPhrase
      ? h(
          Section,
          { key: "phrase", className: "phrase", style: STYLES.phrase },
          paragraph("phrase", block.split("\n"), origin),
        )
      : partsOf(block, String(index), mail),
  );
  const schemes = h("meta", { name: "color-scheme", content: "light dark" });
  const document = h(
    Html,
    { lang: locale },
    h(Head, null, schemes, h("title", null, subject), h("style", null, DARK)),
    h(
      Body,
      { className: "page", style: STYLES.page },
      h(
        Container,
        { className: "card", style: STYLES.card },
        h(Text, { style: STYLES.site }, new URL(origin).host),
        h(Hr, { style: { borderColor: GOLD, margin: 0 } }),
        ...content,
      ),
    ),
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(document)}`;
}

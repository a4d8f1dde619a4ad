import { csvResponse } from "@/lib/platform/csv";
import { type Text, text } from "@/lib/platform/text";
import { messagesOf, renderText } from "@/lib/platform/text/languages";
import { readerLocale } from "@/lib/platform/text/reader";
import { formatMonth } from "@/lib/platform/ui/date-time";
import { type Sheet, statementPdf } from "./pdf";
import type { Statement, statementFormats, WealthLineDto } from "./schema";
import { WEALTH_CSV_HEADER, wealthCells } from "./wealth";

const written = (given: Text) => renderText(given, readerLocale());
const time = (iso: string) => iso.slice(0, 19).replace("T", " ");

/** What an event is called, as in the history. */
function eventName({ event, detail, type, number }: WealthLineDto): string {
  const names: Record<string, string> = messagesOf(readerLocale()).transactions.events;
  const base = event === "option_settle" ? "option" : event;
  const own = type === "adjustment" ? undefined : names[`${base}_${detail}`];
  const name = own ?? names[event] ?? names.other ?? event;
  return number === null ? name : written(text("exports.eventNumber", { event: name, number }));
}

const amountOf = (amounts: WealthLineDto["changes"], currency: string) =>
  amounts.find((one) => one.currency === currency)?.amount ?? "";

/** A statement as title, figures and a table, for paper. */
function sheetOf(statement: Statement): Sheet {
  const { month, soFar, opening, closing, fees, spread, results } = statement;
  const both = ({ USDT, XAUT }: { USDT: string; XAUT: string }) => `${USDT} USDT, ${XAUT} XAUT`;
  const label = {
    opening: written(text("exports.openingBalance")),
    closing: written(text(soFar ? "exports.balanceSoFar" : "exports.closingBalance")),
  };
  const { siteName, username } = statement;
  return {
    title: written(
      text(soFar ? "exports.statementSoFar" : "exports.statementOf", {
        siteName,
        username,
        month: formatMonth(month),
      }),
    ),
    facts: [
      [written(text("exports.statementMade")), `${time(statement.madeAt)} UTC`],
      [label.opening, both(opening)],
      [label.closing, both(closing)],
      [written(text("exports.feesPaid")), both(fees)],
      [written(text("exports.spreadPaid")), `${spread} USDT`],
      [written(text("exports.optionResult")), `${results.option} USDT`],
      [written(text("exports.tradeResult")), `${results.trade} USDT`],
      [written(text("exports.aiResult")), `${results.ai} USDT`],
      [written(text("exports.storageResult")), `${results.storage} USDT`],
    ],
    lines: statement.transactions.map((line) => [
      time(line.createdAt),
      eventName(line),
      amountOf(line.changes, "USDT"),
      amountOf(line.changes, "XAUT"),
      line.fees.map(({ amount, currency }) => `${amount} ${currency}`).join(", "),
      line.prices.join(" / "),
      line.result ?? "",
    ]),
  };
}

const headings = () =>
  (["timeUtc", "event", "changeUsdt", "changeXaut", "fee", "price", "resultUsdt"] as const).map(
    (name) => written(text(`exports.${name}`)),
  );

const escaped = (words: string) =>
  words.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `body{font:14px/1.4 system-ui,sans-serif;color:#171715;background:#fff;margin:2rem auto;max-width:72rem;padding:0 1rem}
h1{font-size:1.4rem}dl{display:grid;grid-template-columns:max-content auto;gap:.25rem 1.5rem}dt{color:#5b584f}dd{margin:0}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}th,td{text-align:left;padding:.3rem .5rem;border-bottom:1px solid #d9d5c9;vertical-align:top}
th:nth-child(n+3),td:nth-child(n+3){text-align:right}div{overflow-x:auto}@page{size:A4 landscape;margin:12mm}`;

/** A statement as a page of its own, for keeping and printing. */
export function statementHtml(statement: Statement): string {
  const { title, facts, lines } = sheetOf(statement);
  const row = (tag: "th" | "td", cells: string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>`;
  return `<!doctype html><html lang="${escaped(readerLocale())}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(title)}</h1><dl>${facts.map(([label, value]) => `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>`).join("")}</dl>
<div><table><thead>${row("th", headings())}</thead><tbody>${lines.map((cells) => row("td", cells)).join("\n")}</tbody></table></div></body></html>`;
}

const FILE_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** A statement in a form that is no JSON. */
export async function statementFile(
  statement: Statement,
  format: Exclude<(typeof statementFormats)[number], "json">,
): Promise<Response> {
  const name = `statement-${statement.month}`;
  if (format === "csv") {
    return csvResponse(name, WEALTH_CSV_HEADER, statement.transactions.map(wealthCells));
  }
  if (format === "pdf") {
    return new Response(new Uint8Array(await statementPdf(sheetOf(statement), headings())), {
      headers: {
        ...FILE_HEADERS,
        "content-type": "application/pdf",
        "content-disposition": `attachment; filename="${name}.pdf"`,
      },
    });
  }
  return new Response(statementHtml(statement), {
    headers: {
      ...FILE_HEADERS,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}

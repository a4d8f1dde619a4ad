import { csvHeader, csvResponse } from "@/lib/platform/csv";
import { formatMicro, parseMicro } from "@/lib/platform/money";
import { type Text, text } from "@/lib/platform/text";
import { messagesOf, renderText } from "@/lib/platform/text/languages";
import { readerLocale } from "@/lib/platform/text/reader";
import { formatMonth } from "@/lib/platform/ui/date-time";
import { type Sheet, statementPdf } from "./pdf";
import type {
  Figures,
  KindFigures,
  Statement,
  statementFormats,
  WealthLineDto,
  YearStatement,
} from "./schema";
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

const both = ({ USDT, XAUT }: { USDT: string; XAUT: string }) => `${USDT} USDT, ${XAUT} XAUT`;

/** What stands above the table. */
function factsOf(statement: Statement | YearStatement): Sheet["facts"] {
  const { soFar, opening, closing, fees, spread, results } = statement;
  const label = {
    opening: written(text("exports.openingBalance")),
    closing: written(text(soFar ? "exports.balanceSoFar" : "exports.closingBalance")),
  };
  return [
    [written(text("exports.statementMade")), `${time(statement.madeAt)} UTC`],
    [label.opening, both(opening)],
    [label.closing, both(closing)],
    [written(text("exports.feesPaid")), both(fees)],
    [written(text("exports.spreadPaid")), `${spread} USDT`],
    [written(text("exports.optionResult")), `${results.option} USDT`],
    [written(text("exports.tradeResult")), `${results.trade} USDT`],
    [written(text("exports.aiResult")), `${results.ai} USDT`],
    [written(text("exports.storageResult")), `${results.storage} USDT`],
  ];
}

const titleOf = ({ siteName, username, soFar }: Statement | YearStatement, period: string) =>
  written(
    text(soFar ? "exports.statementSoFar" : "exports.statementOf", {
      siteName,
      username,
      month: period,
    }),
  );

const headingsOf = (...names: Parameters<typeof csvHeader>) => csvHeader(...names).map(written);

/** A statement as title, figures and a table, for paper. */
function sheetOf(statement: Statement): Sheet {
  return {
    title: titleOf(statement, formatMonth(statement.month)),
    facts: factsOf(statement),
    headings: headingsOf(
      ...(["timeUtc", "event", "changeUsdt", "changeXaut", "fee", "price", "resultUsdt"] as const),
    ),
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

/** What the changes of one kind are called, as in the history. */
const kindName = (type: KindFigures["type"]): string => {
  const { types, events } = messagesOf(readerLocale()).transactions;
  return type === "other" ? events.other : types[type];
};

/** A year for paper: what each kind came to, then each month. */
function yearSheetOf(statement: YearStatement): Sheet {
  const { year, kinds, months } = statement;
  const row = (period: string, kind: string, figures: Figures | KindFigures) => [
    period,
    kind,
    figures.changes.USDT,
    figures.changes.XAUT,
    [
      ...(figures.fees.USDT === NOTHING ? [] : [`${figures.fees.USDT} USDT`]),
      ...(figures.fees.XAUT === NOTHING ? [] : [`${figures.fees.XAUT} XAUT`]),
    ].join(", "),
    figures.spread,
    "result" in figures ? (figures.result ?? "") : sumOf(Object.values(figures.results)),
  ];
  const all = written(text("exports.allKinds"));
  return {
    title: titleOf(statement, year),
    facts: factsOf(statement),
    headings: headingsOf(
      ...(["period", "type", "changeUsdt", "changeXaut", "fee"] as const),
      ...(["spreadUsdt", "resultUsdt"] as const),
    ),
    lines: [
      ...kinds.map((kind) => row(year, kindName(kind.type), kind)),
      row(year, all, statement),
      ...months.map((month) => row(formatMonth(month.month), all, month)),
    ],
  };
}

const NOTHING = formatMicro(0n);
const sumOf = (amounts: string[]) =>
  formatMicro(amounts.reduce((total, amount) => total + (parseMicro(amount) ?? 0n), 0n));

const escaped = (words: string) =>
  words.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `body{font:14px/1.4 system-ui,sans-serif;color:#171715;background:#fff;margin:2rem auto;max-width:72rem;padding:0 1rem}
h1{font-size:1.4rem}dl{display:grid;grid-template-columns:max-content auto;gap:.25rem 1.5rem}dt{color:#5b584f}dd{margin:0}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}th,td{text-align:left;padding:.3rem .5rem;border-bottom:1px solid #d9d5c9;vertical-align:top}
th:nth-child(n+3),td:nth-child(n+3){text-align:right}div{overflow-x:auto}@page{size:A4 landscape;margin:12mm}`;

/** A statement as a page of its own, for keeping and printing. */
function htmlOf({ title, facts, headings, lines }: Sheet): string {
  const row = (tag: "th" | "td", cells: string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>`;
  return `<!doctype html><html lang="${escaped(readerLocale())}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(title)}</h1><dl>${facts.map(([label, value]) => `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>`).join("")}</dl>
<div><table><thead>${row("th", headings)}</thead><tbody>${lines.map((cells) => row("td", cells)).join("\n")}</tbody></table></div></body></html>`;
}

const FILE_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

type FileFormat = Exclude<(typeof statementFormats)[number], "json">;

/** A statement of one month in a form that is no JSON. */
export const statementFile = (statement: Statement, format: FileFormat): Promise<Response> =>
  fileOf(statement.month, format, {
    sheet: () => sheetOf(statement),
    csv: (name) => csvResponse(name, WEALTH_CSV_HEADER, statement.transactions.map(wealthCells)),
  });

const YEAR_CSV_HEADER = csvHeader(
  "month",
  "type",
  "changes",
  "changeUsdt",
  "changeXaut",
  "feeUsdt",
  "feeXaut",
  "spreadUsdt",
  "resultUsdt",
);

/** A statement of one year in a form that is no JSON; as CSV a row for each kind of each month. */
export const yearFile = (statement: YearStatement, format: FileFormat): Promise<Response> =>
  fileOf(statement.year, format, {
    sheet: () => yearSheetOf(statement),
    csv: (name) =>
      csvResponse(
        name,
        YEAR_CSV_HEADER,
        statement.months.flatMap(({ month, kinds }) =>
          kinds.map(({ type, lines, changes, fees, spread, result }) => [
            month,
            type,
            lines,
            changes.USDT,
            changes.XAUT,
            fees.USDT,
            fees.XAUT,
            spread,
            result,
          ]),
        ),
      ),
  });

async function fileOf(
  period: string,
  format: FileFormat,
  { sheet, csv }: { sheet: () => Sheet; csv: (name: string) => Promise<Response> },
): Promise<Response> {
  const name = `statement-${period}`;
  if (format === "csv") return csv(name);
  if (format === "pdf") {
    return new Response(new Uint8Array(await statementPdf(sheet())), {
      headers: {
        ...FILE_HEADERS,
        "content-type": "application/pdf",
        "content-disposition": `attachment; filename="${name}.pdf"`,
      },
    });
  }
  return new Response(htmlOf(sheet()), {
    headers: {
      ...FILE_HEADERS,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}

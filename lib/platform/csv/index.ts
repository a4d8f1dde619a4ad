/**
 * CSV files that spreadsheets open as they are: UTF-8 with a byte-order mark, CRLF, RFC 4180
 * quotes, times in UTC as 2026-11-26 21:47:07, ungrouped decimals with an ASCII minus. No text can
 * become a formula.
 */

import { bindReads } from "@/lib/platform/db";
import { type Text, text } from "@/lib/platform/text";
import { renderText } from "@/lib/platform/text/languages";
import { readerLocale } from "@/lib/platform/text/reader";
import { now } from "@/lib/platform/time";
import type messages from "@/messages/en.json";

/** What a cell may hold. Decimal strings stay numbers, texts are written in the language of the reader; null and undefined are empty cells. */
export type CsvCell = string | number | bigint | boolean | Date | null | undefined;

const BYTE_ORDER_MARK = "\uFEFF";
const LINE_END = "\r\n";
const CHUNK_CHARACTERS = 16_384;

const DECIMAL = /^-?\d+(\.\d+)?$/;
// With the T and the Z of ISO 8601 a time is a text to spreadsheets.
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** A dial code and a number: digits alone can't be a formula, and a sheet keeps what has a space as it is. */
const PHONE_NUMBER = /^\+\d{1,4}( \d+)+$/;
const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n]/;
// A spreadsheet that separates by semicolon or tab does not see our quotes: for it a cell begins there.
const INNER_FORMULA_START = /([;\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g;
const NEEDS_QUOTES = /[",\r\n]/;

function textOf(cell: CsvCell, locale: string): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return textOf(cell.toISOString(), locale);
  if (typeof cell !== "string") return String(cell);
  if (ISO_TIME.test(cell)) return cell.slice(0, 19).replace("T", " ");
  if (DECIMAL.test(cell) || PHONE_NUMBER.test(cell)) return cell;
  const safe = renderText(cell, locale).replace(INNER_FORMULA_START, "$1'");
  return FORMULA_START.test(safe) ? `'${safe}` : safe;
}

/**
 * One line of a CSV file with its line end. Text that a spreadsheet would run as a formula
 * (starting with = + - @, also full-width, or a control character, unless it is a plain decimal) gets a
 * leading '; so does what follows a semicolon, a tab or a line break inside it.
 */
export function csvLine(cells: readonly CsvCell[], locale = readerLocale()): string {
  const written = cells.map((cell) => {
    const text = textOf(cell, locale);
    return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return written.join(",") + LINE_END;
}

/** The headings of columns, by their names under `exports` in messages/. */
export const csvHeader = (...names: (keyof typeof messages.exports)[]): Text[] =>
  names.map((name) => text(`exports.${name}`));

type Rows = Iterable<readonly CsvCell[]> | AsyncIterable<readonly CsvCell[]>;

async function* linesOf(rows: Rows, locale: string): AsyncGenerator<string> {
  for await (const row of rows) yield csvLine(row, locale);
}

/**
 * Streams rows as a CSV download; a large export never sits in memory. The first row is read
 * before the answer begins, so that a query that fails at once is an ordinary error.
 * @param name of the file; the day (UTC) and .csv are added
 */
export async function csvResponse(
  name: string,
  header: readonly Text[],
  rows: Rows,
): Promise<Response> {
  // Most of it is written when the request has been answered.
  const lines = linesOf(rows, readerLocale());
  const readLine = bindReads(() => lines.next());
  const first = await readLine();
  let pending = BYTE_ORDER_MARK + csvLine(header) + (first.done ? "" : first.value);
  const filename = `${name.replace(/[^\w.-]+/g, "-")}-${now().toISOString().slice(0, 10)}.csv`;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let done = false;
      while (!done && pending.length < CHUNK_CHARACTERS) {
        const next = await readLine();
        done = next.done === true;
        if (!next.done) pending += next.value;
      }
      if (pending) controller.enqueue(encoder.encode(pending));
      pending = "";
      if (done) controller.close();
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${filename}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

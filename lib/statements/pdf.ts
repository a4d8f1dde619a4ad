import { setImmediate } from "node:timers/promises";
import { readerLocale } from "@/lib/platform/text/reader";

/** A statement on paper: its figures, and a row for each event or sum under the headings. */
export type Sheet = {
  title: string;
  facts: [label: string, value: string][];
  headings: string[];
  lines: string[][];
};

type Column = { width: number; align: "left" | "right" };

const MARGIN = 36;
/** Of A4 across, in points. */
const COLUMNS: Column[] = [
  { width: 105, align: "left" },
  { width: 150, align: "left" },
  { width: 110, align: "right" },
  { width: 95, align: "right" },
  { width: 110, align: "right" },
  { width: 110, align: "right" },
  { width: 90, align: "right" },
];
const GAP = 8;
const LINE = 13;
const FACT_WIDTH = 170;
/** So many rows are drawn before others' requests get their turn. */
const ROWS_A_TURN = 100;

/** What the standard fonts can't show becomes a question mark: they have Latin letters only. */
const shown = (words: string) => words.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/gu, "?");

function drawRow(doc: PDFKit.PDFDocument, cells: string[], font: string): void {
  if (doc.y + LINE > doc.page.height - MARGIN) doc.addPage();
  const y = doc.y;
  let x = MARGIN;
  doc.font(font).fontSize(8);
  for (const [n, { width, align }] of COLUMNS.entries()) {
    const box = { width: width - GAP, height: LINE, align, lineBreak: false, ellipsis: true };
    const cell = shown(cells[n] ?? "");
    const wide = doc.widthOfString(cell);
    // Without breaks there is no alignment of its own.
    const indent = align === "right" ? Math.max(0, box.width - wide) : 0;
    doc.text(cell, x + indent, y, { ...box, align: "left", width: box.width - indent + 1 });
    x += width;
  }
  doc.x = MARGIN;
  doc.y = y + LINE;
}

/** A statement as a PDF file: A4 across, with the headings on every page. */
export async function statementPdf({ title, facts, headings, lines }: Sheet) {
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: "A4",
    layout: "landscape",
    margin: MARGIN,
    lang: readerLocale(),
    info: { Title: shown(title) },
  });
  const parts: Buffer[] = [];
  doc.on("data", (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve) => doc.once("end", resolve));

  doc.font("Helvetica-Bold").fontSize(14).text(shown(title)).moveDown(0.5);
  doc.fontSize(9);
  for (const [label, value] of facts) {
    const y = doc.y;
    doc.font("Helvetica").text(shown(label), MARGIN, y, { width: FACT_WIDTH });
    doc.font("Helvetica-Bold").text(shown(value), MARGIN + FACT_WIDTH, y);
  }
  doc.moveDown();
  drawRow(doc, headings, "Helvetica-Bold");
  doc.on("pageAdded", () => drawRow(doc, headings, "Helvetica-Bold"));
  for (const [n, cells] of lines.entries()) {
    drawRow(doc, cells, "Helvetica");
    if (n % ROWS_A_TURN === 0) await setImmediate();
  }
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

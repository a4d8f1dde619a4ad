/**
 * Small PDF files of lines of text: A4, the standard font Courier, text that can be selected and found. For tables
 * of a fixed width; anything with pictures or other scripts than Latin wants a library.
 */

const PAGE = { width: 595, height: 842, margin: 36 };
const SIZE = 7.2;
const LEADING = 10;
/** Characters of a line. Those of Courier are all 0.6 of their size wide. */
export const PDF_COLUMNS = Math.floor((PAGE.width - 2 * PAGE.margin) / (SIZE * 0.6));
const LINES_A_PAGE = Math.floor((PAGE.height - 2 * PAGE.margin) / LEADING);

/** As PDF strings in WinAnsi, which has Latin letters only. */
const literal = (text: string) =>
  [...text]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      if ("()\\".includes(character)) return `\\${character}`;
      if (code === 0xa0) return " ";
      if (code >= 0x20 && code < 0x7f) return character;
      return code > 0xa0 && code <= 0xff ? `\\${code.toString(8)}` : "?";
    })
    .join("");

export type PdfLine = { text: string; bold?: boolean };

function pageStream(lines: PdfLine[]): string {
  const written = lines.map(
    ({ text, bold }) => `/${bold ? "F2" : "F1"} ${SIZE} Tf (${literal(text)}) Tj T*`,
  );
  const top = PAGE.height - PAGE.margin - LEADING;
  return `BT ${LEADING} TL ${PAGE.margin} ${top} Td\n${written.join("\n")}\nET`;
}

/** A PDF file of these lines; `head` stands on every page again. */
export function pdfOf(title: string, head: PdfLine[], lines: PdfLine[]): Buffer {
  const room = LINES_A_PAGE - head.length;
  const pages = Array.from({ length: Math.max(1, Math.ceil(lines.length / room)) }, (_, n) => [
    ...head,
    ...lines.slice(n * room, (n + 1) * room),
  ]);
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const FIRST_PAGE = 6;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R /Lang (en) >>",
    `<< /Type /Pages /Kids [${pages.map((_, n) => `${FIRST_PAGE + 2 * n} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    font("Courier"),
    font("Courier-Bold"),
    `<< /Title (${literal(title)}) >>`,
    ...pages.flatMap((page, n) => {
      const stream = pageStream(page);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents ${FIRST_PAGE + 2 * n + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, n) => {
    const offset = file.length;
    file += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const end = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${end}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

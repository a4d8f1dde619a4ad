import { inflateSync } from "node:zlib";

/** The texts of a PDF file, which are hexadecimal in compressed streams. */
export function wordsOf(pdf: Buffer): string[] {
  const streams = pdf.toString("latin1").matchAll(/stream\n([\s\S]*?)\nendstream/g);
  return [...streams].flatMap(([, stream = ""]) => {
    const drawn = inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
    return [...drawn.matchAll(/\[(.*?)\] TJ/g)].map(([, parts = ""]) =>
      [...parts.matchAll(/<([0-9a-f]+)>/g)]
        .map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1"))
        .join(""),
    );
  });
}

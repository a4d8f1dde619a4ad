import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const COMPRESSED = /\.(?:js|css|json|svg)$/;
/** What is shorter fits one packet either way. */
const MIN_BYTES = 1_024;
// A third of a second for all files, and 12% smaller than gzip; the best quality takes eleven seconds for 8% more.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };

/** Puts compressed copies beside the text files of a folder: `.br` and `.gz`. */
export function compressFiles(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !COMPRESSED.test(file)) continue;
    const bytes = readFileSync(file);
    if (bytes.length < MIN_BYTES) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, BROTLI));
    writeFileSync(`${file}.gz`, gzipSync(bytes));
  }
}

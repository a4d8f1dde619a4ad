import { rename, rm, writeFile } from "node:fs/promises";

/**
 * Writes a file that only its user may read. Whoever reads at the same time sees the whole file or none, and
 * where it can't be written nothing stays.
 * @throws the system's error, for example of a full disk
 */
export async function writeWholeFile(file: string, content: string | Uint8Array): Promise<void> {
  const draft = `${file}.part`;
  try {
    await writeFile(draft, content, { mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

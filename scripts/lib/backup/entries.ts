import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type Extract, extract } from "tar-stream";
import { BackupError } from "./format";

/** Largest description and largest upload that is read at once. */
const MAX_ENTRY_BYTES = 64 * 1_048_576;

type Entry = Extract extends AsyncIterable<infer Item> ? Item : never;

/** The entries of an archive, one after the other. */
export class Entries {
  private readonly iterator: AsyncIterator<Entry>;
  private readonly source: Promise<void>;
  private readonly unpacking = extract();
  private current: Entry | null = null;

  constructor(file: string) {
    this.iterator = this.unpacking[Symbol.asyncIterator]();
    this.source = pipeline(createReadStream(file), createGunzip(), this.unpacking);
    this.source.catch(() => undefined);
  }

  /** Name of the entry that comes next, or null at the archive's end. @throws what reading it threw */
  async peek(): Promise<string | null> {
    if (!this.current) {
      const next = await this.iterator.next();
      if (next.done) {
        // Only now the compression's own checksum of the whole has been compared.
        await this.source;
        return null;
      }
      this.current = next.value;
    }
    return this.current.header.name;
  }

  /** The content of the entry that `peek` named, in chunks. */
  async *chunks(): AsyncGenerator<Buffer> {
    const entry = this.current;
    if (!entry) throw new BackupError("There is no entry to read.");
    for await (const chunk of entry as AsyncIterable<Buffer>) yield chunk;
    this.current = null;
  }

  /** The same at once, for small ones. */
  async content(): Promise<Buffer> {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const chunk of this.chunks()) {
      size += chunk.byteLength;
      if (size > MAX_ENTRY_BYTES) throw new BackupError("An entry is too large.");
      parts.push(chunk);
    }
    return Buffer.concat(parts, size);
  }

  /** Stops reading; also after an error. */
  async close(): Promise<void> {
    this.unpacking.destroy();
    await this.source.catch(() => undefined);
  }
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { promisify } from "node:util";
import { createGzip, gzip } from "node:zlib";
import { takesCoding } from "./codings";
import { textOf } from "./respond";

const zipped = promisify(gzip);
const ZIPPABLE = /^(?:text\/|application\/(?:json|xml)\b)/;
/** What is shorter fits one packet either way. */
const MIN_ZIPPED_CHARACTERS = 1_024;

/**
 * Writes what a route answered. A download whose client goes away ends there; one that fails on the way ends its
 * connection, so that nobody takes the part for the whole.
 * @throws what the body failed with
 */
export async function send(
  response: Response,
  request: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { body } = response;
  const unsent = () => body?.cancel().catch(() => undefined);
  if (outgoing.destroyed) return void unsent();
  outgoing.statusCode = response.status;
  outgoing.setHeaders(response.headers);
  const isZippable =
    body !== null &&
    !response.headers.has("content-encoding") &&
    ZIPPABLE.test(response.headers.get("content-type") ?? "");
  if (isZippable) outgoing.appendHeader("vary", "Accept-Encoding");
  if (body === null || request.method === "HEAD") {
    outgoing.end();
    return void unsent();
  }
  const isZipped = isZippable && takesCoding(request.headers["accept-encoding"], "gzip");
  const text = textOf(response);
  if (text !== undefined && !(isZipped && text.length >= MIN_ZIPPED_CHARACTERS)) {
    outgoing.end(text);
    return;
  }
  if (isZipped) outgoing.setHeader("content-encoding", "gzip");
  if (text !== undefined) {
    const bytes = await zipped(text);
    if (!outgoing.destroyed) outgoing.end(bytes);
    return;
  }
  await stream(Readable.fromWeb(body as ReadableStream), isZipped, outgoing);
}

async function stream(body: Readable, isZipped: boolean, outgoing: ServerResponse): Promise<void> {
  try {
    await (isZipped ? pipeline(body, createGzip(), outgoing) : pipeline(body, outgoing));
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw err;
  }
}

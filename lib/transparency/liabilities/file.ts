import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { takesCoding } from "@/lib/platform/http/codings";
import { findTreeFile, piecesOf } from "./data";

/**
 * Sends a tree's file as it is kept, compressed, or as it is to those who do not take that.
 * @throws AppError NOT_FOUND
 */
export async function treeFileResponse(
  run: bigint,
  name: string,
  accepted: string | null,
): Promise<Response> {
  const kept = Readable.from(piecesOf(await findTreeFile(run, name)));
  const isZipped = takesCoding(accepted ?? undefined, "gzip");
  const body = isZipped ? kept : kept.compose<Readable>(createGunzip());
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="liabilities-${run}-${name}"`,
      "cache-control": "public, max-age=31536000, immutable",
      "access-control-allow-origin": "*",
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
      ...(isZipped ? { "content-encoding": "gzip" } : {}),
    },
  });
}

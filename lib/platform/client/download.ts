import { accountHeader } from "./account";
import { ApiError, authHeaders, networkMessage, readResponse, TIMEOUT_MS } from "./api";

async function fetchRaw(path: string, signal?: AbortSignal): Promise<Response> {
  const headers = { ...authHeaders(), ...accountHeader(path) };
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), TIMEOUT_MS);
  const response = await fetch(path, {
    headers,
    cache: "no-store",
    signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
  })
    .catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new ApiError(0, "NETWORK", networkMessage());
    })
    .finally(() => clearTimeout(timer));
  return response.ok ? response : readResponse<Response>(response, headers);
}

/**
 * Fetches something of the API that is no JSON, such as a private image. Once the answer has begun it may take as long
 * as it needs. @throws ApiError
 */
export async function fetchBlob(path: string, signal?: AbortSignal): Promise<Blob> {
  return (await fetchRaw(path, signal)).blob();
}

/** Fetches a file of the API into the browser's downloads, under the name that the API gives it. @throws ApiError */
export async function saveFile(path: string): Promise<void> {
  const response = await fetchRaw(path);
  const [, filename = "download"] =
    /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  saveBlob(await response.blob(), filename);
}

/** Hands a file to the browser's downloads. */
export function saveBlob(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
  // Safari still reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

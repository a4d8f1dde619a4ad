export interface UploadOptions {
  headers?: Record<string, string>;
  /** Told the part sent so far, 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/**
 * Posts a form with real upload progress, which `fetch` cannot report. Resolves with the answer whatever its status;
 * rejects with an `AbortError` when cancelled and a `TypeError` when the network fails, as `fetch` does.
 */
export function uploadForm(
  url: string,
  form: FormData,
  options: UploadOptions = {},
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { signal } = options;
    const abort = () => request.abort();
    request.open("POST", url);
    for (const [name, value] of Object.entries(options.headers ?? {}))
      request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    };
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => reject(new TypeError("Network request failed"));
    request.onabort = () => reject(new DOMException("Upload cancelled", "AbortError"));
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    if (signal?.aborted) {
      reject(new DOMException("Upload cancelled", "AbortError"));
      return;
    }
    signal?.addEventListener("abort", abort);
    request.send(form);
  });
}

function answerOf(request: XMLHttpRequest): Response {
  // A refused caller is told how long to wait.
  const retryAfter = request.getResponseHeader("retry-after");
  return new Response(request.responseText, {
    status: request.status,
    headers: retryAfter === null ? {} : { "retry-after": retryAfter },
  });
}

/** The browser's way to the API: Bearer token, idempotency keys, typed errors. */
import { text } from "@/lib/platform/text";
import { accountHeader } from "./account";
import { ApiError } from "./api-error";
import { isBusy, repeatedWhileBusy } from "./busy";
import { readStored } from "./safe-storage";
import { words } from "./words";

export { ApiError } from "./api-error";

export const TOKEN_KEY = "token";
export const USER_KEY = "user";
export const REDIRECT_KEY = "redirectAfterLogin";
/** What to show when there is no answer. */
export const networkMessage = () => words(text("errors.client.network"));
const serverMessage = () => words(text("errors.client.server"));
/** The code for a key that stands for an earlier, different request: sending it again is never answered otherwise. */
export const KEY_CONFLICT = "IDEMPOTENCY_CONFLICT";
/** How long a call may wait for its answer. */
export const TIMEOUT_MS = 30_000;

/** The stored session token; null on the server and when logged out. */
export const storedToken = (): string | null => readStored("localStorage", TOKEN_KEY);

/** The id of the user whose token is stored, or null. */
export function storedUserId(): string | null {
  // In this order: logging in stores the user first, so a new token is never taken for the old user's.
  if (!storedToken()) return null;
  try {
    const user = JSON.parse(readStored("localStorage", USER_KEY) ?? "null") as {
      id?: string;
    } | null;
    return user?.id ?? null;
  } catch {
    return null;
  }
}

let firstUserId: string | undefined;

/** Whether what the document keeps in memory may be another person's: it has shown a page of theirs before. */
export function hasServedAnother(userId: string): boolean {
  firstUserId ??= userId;
  return firstUserId !== userId;
}

let owner: { userId: string; onLost: () => void } | undefined;

/**
 * Binds the page to the user that the server made it for: nothing is sent for anybody else from now on.
 * @param onLost has to lead away from the page; called whenever somebody else is found to be logged in, or nobody
 * @returns the way to stop
 */
export function bindPage(userId: string, onLost: () => void): () => void {
  const mine = { userId, onLost };
  owner = mine;
  return () => {
    if (owner === mine) owner = undefined;
  };
}

/** Whether the page may still act: its user is the one logged in, or it is nobody's. If not, it is led away. */
export function isPageCurrent(): boolean {
  if (!owner || storedUserId() === owner.userId) return true;
  owner.onLost();
  return false;
}

type Listener = (message: string) => void;
let onSessionExpired: Listener = () => undefined;

/** Sets what happens when the server says that the stored session is over. */
export function setSessionExpiredListener(listener: Listener): void {
  onSessionExpired = listener;
}

type Options = {
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
  /** One key a review: sending it again can't create a second order. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

function urlOf(path: string, query: Options["query"]): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "") parameters.set(key, String(value));
  }
  const text = parameters.toString();
  return `/api${path}${text ? `?${text}` : ""}`;
}

type Authorization = { authorization?: string };

/** The header that says who is logged in here; none for a visitor. */
export function authorization(): Authorization {
  const token = storedToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** The language of the page, which the server is to answer in. */
export const languageOfPage = (): string | undefined =>
  globalThis.document?.documentElement.lang || undefined;

/**
 * Headers of an authorised request, for uploads that need progress.
 * @throws ApiError on the page of somebody who is not logged in here any more: nothing may be sent
 */
export function authHeaders(idempotencyKey?: string): Record<string, string> {
  const headers = authorization();
  if (!isPageCurrent())
    throw new ApiError(401, "OTHER_ACCOUNT", words(text("errors.client.otherAccount")));
  const language = languageOfPage();
  return {
    ...headers,
    ...(language ? { "x-language": language } : {}),
    ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
  };
}

/**
 * Whether an answer means the end of the session, which its listener then says. A wrong password is a 401, too. The
 * specification tells it by its English text.
 */
export function isSessionEnd(answer: { status: number; code?: string; message: string }): boolean {
  const { status, code, message } = answer;
  const isCoded = code === "SESSION_EXPIRED" || code === "UNAUTHORIZED";
  return status === 401 && (isCoded || /Session expired|Please login again/.test(message));
}

/**
 * Reads an answer: its payload, or an ApiError. The end of the stored session is reported to the listener.
 * @param sent the headers of the request: an answer to an older session says nothing about this one
 */
export async function readResponse<T>(response: Response, sent: Authorization): Promise<T> {
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  if (response.ok && body?.success === true) return body as T;
  // The page of a network that wants a login first, or an answer that broke off.
  if (response.ok && body === null) throw new ApiError(0, "NETWORK", networkMessage());
  const fallback = response.status >= 500 ? serverMessage() : words(text("errors.client.failed"));
  const message = typeof body?.message === "string" ? body.message : fallback;
  const code = typeof body?.code === "string" ? body.code : "INTERNAL";
  const isExpiry = isSessionEnd({ status: response.status, code, message });
  if (isExpiry && sent.authorization === authorization().authorization) onSessionExpired(message);
  throw new ApiError(
    response.status,
    code,
    message,
    (body?.errors as Record<string, string[]> | undefined) ?? {},
    Number(response.headers.get("retry-after")) || undefined,
    body ?? {},
  );
}

/** Ends with the given signal, or when an answer has taken too long. */
export function patience(signal?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/** Sends a request, again where the site is busy and its key makes that safe. */
function send<T>(method: string, path: string, options: Options = {}): Promise<T> {
  const once = () => sendOnce<T>(method, path, options);
  return options.idempotencyKey ? repeatedWhileBusy(once, options.signal) : once();
}

async function sendOnce<T>(method: string, path: string, options: Options): Promise<T> {
  const isJson = options.body !== undefined && !(options.body instanceof FormData);
  const headers: Record<string, string> = {
    accept: "application/json",
    ...(isJson ? { "content-type": "application/json" } : {}),
    ...authHeaders(options.idempotencyKey),
    ...accountHeader(path),
  };
  const response = await fetch(urlOf(path, options.query), {
    method,
    headers,
    body: isJson ? JSON.stringify(options.body) : (options.body as FormData | undefined),
    signal: patience(options.signal),
    cache: "no-store",
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, "NETWORK", networkMessage());
  });
  return readResponse<T>(response, headers);
}

/** JSON calls, or multipart ones with a FormData; paths are relative to /api. All throw ApiError. */
export const api = {
  get: <T>(path: string, options?: Options) => send<T>("GET", path, options),
  post: <T>(path: string, body?: unknown, options?: Options) =>
    send<T>("POST", path, { ...options, body: body ?? {} }),
  put: <T>(path: string, body?: unknown, options?: Options) =>
    send<T>("PUT", path, { ...options, body: body ?? {} }),
  patch: <T>(path: string, body?: unknown, options?: Options) =>
    send<T>("PATCH", path, { ...options, body: body ?? {} }),
  delete: <T>(path: string, options?: Options) => send<T>("DELETE", path, options),
};

/** A new idempotency key; works on plain http origins too. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** "45 s", "12 min" or "23 h": how long a refused caller has to wait. Null when the server did not say. */
function waitText(error: unknown): string | null {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (!seconds) return null;
  if (seconds < 90) return `${seconds} s`;
  return seconds < 90 * 60 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}

/** What to show for a failed call; where too many were made, with how long to wait. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return serverMessage();
  // The server's own text is for programmers.
  if (error.code === KEY_CONFLICT) return words(text("errors.client.mayBeDone"));
  if (isBusy(error)) return words(text("errors.client.busy"));
  const wait = error.code === "RATE_LIMITED" ? waitText(error) : null;
  if (wait === null) return error.message;
  return words(text("errors.client.tryAgain", { problem: error.message.replace(/\.$/, ""), wait }));
}

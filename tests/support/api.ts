import type { RouteHandler } from "@/lib/platform/http";
import { errorCodesOf } from "@/lib/platform/http/openapi";

const ORIGIN = "http://localhost:3000";
/** The caller's address when a test does not care: one of a block that no real host has. */
const DEFAULT_IP = "192.0.2.1";

export type CallOptions = {
  /** Default: GET, or POST when there is a body. */
  method?: string;
  /** With its query string, for example "/api/trades/user?type=option". Default: "/api/test". */
  path?: string;
  /** Values of the dynamic parts of the path. */
  params?: Record<string, string | string[]>;
  /** FormData goes as multipart, a string as it is, anything else as JSON. */
  body?: unknown;
  /** Session token, sent as Bearer. */
  token?: string;
  idempotencyKey?: string;
  /** Rate limits count by address: give a test that exhausts one an address of its own. */
  ip?: string;
  headers?: Record<string, string>;
};

/** An API answer. `body` is whatever JSON came; tests say what they expect of it. */
export type ApiResponse<T = Record<string, unknown>> = {
  status: number;
  headers: Headers;
  body: T & {
    success: boolean;
    code?: string;
    message?: string;
    errors?: Record<string, string[]>;
  };
};

function payloadOf(body: unknown): { payload: string | FormData | undefined; type?: string } {
  if (body === undefined) return { payload: undefined };
  if (body instanceof FormData) return { payload: body };
  if (typeof body === "string") return { payload: body, type: "application/json" };
  return { payload: JSON.stringify(body), type: "application/json" };
}

/** Builds the request that `callRoute` sends. */
export function apiRequest(options: CallOptions = {}): Request {
  const { payload, type } = payloadOf(options.body);
  const headers = new Headers({ "x-forwarded-for": options.ip ?? DEFAULT_IP, ...options.headers });
  if (type && !headers.has("content-type")) headers.set("content-type", type);
  if (options.token) headers.set("authorization", `Bearer ${options.token}`);
  if (options.idempotencyKey) headers.set("idempotency-key", options.idempotencyKey);
  return new Request(new URL(options.path ?? "/api/test", ORIGIN), {
    method: options.method ?? (payload === undefined ? "GET" : "POST"),
    headers,
    body: payload,
  });
}

/**
 * Calls an exported route handler and returns the raw response: for files, CSV and cookies. An error that the API
 * document does not list for it fails the test.
 */
export async function callRaw(handler: RouteHandler, options: CallOptions = {}): Promise<Response> {
  const request = apiRequest(options);
  const response = await handler(request, { params: Promise.resolve(options.params ?? {}) });
  if (!response.ok) await expectDeclared(handler, request.method, response);
  return response;
}

async function expectDeclared(
  { declaration }: RouteHandler,
  method: string,
  response: Response,
): Promise<void> {
  if (!declaration || !response.headers.get("content-type")?.includes("json")) return;
  const { code } = (await response.clone().json()) as { code?: string };
  const listed: string[] = errorCodesOf(declaration, method);
  if (code !== undefined && !listed.includes(code)) {
    throw new Error(`"${declaration.summary}" answered ${code}: list it in the route's errors`);
  }
}

/** Calls an exported route handler as Next would and reads its JSON answer. */
export async function callRoute<T = Record<string, unknown>>(
  handler: RouteHandler,
  options: CallOptions = {},
): Promise<ApiResponse<T>> {
  const response = await callRaw(handler, options);
  const body = (await response.json()) as ApiResponse<T>["body"];
  return { status: response.status, headers: response.headers, body };
}

import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ReadableStream } from "node:stream/web";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import findMyWay from "find-my-way";
import { log } from "@/lib/platform/log";
import type { RouteHandler } from "./declaration";
import type { ApiRoute } from "./openapi";
import { isRead } from "./reading";
import { errorResponse } from "./respond";
import { send } from "./send";

type Handlers = Partial<Record<string, RouteHandler>>;
type Found = { handlers: Handlers; params: Record<string, string> };

/** What every request's URL begins with, as with Next: which host a client names means nothing to a route. */
const ORIGIN = "http://localhost";
const PLAIN_PATH = /^(?:\/[\w-]+(?:\.[\w-]+)*)+$/;
/** Next leads these to the address without: an empty segment, a backslash, another site's address. */
const LED_ELSEWHERE = /^[^/]|\/\/|\/$|\\/;

/** The path of a target in the spelling that Next looks for, or null where it answers with a redirection. */
function pathOf(target: string): string | null {
  const [path = ""] = target.split(/[?#]/, 1);
  if (PLAIN_PATH.test(path)) return path;
  if (LED_ELSEWHERE.test(path)) return null;
  const { pathname } = new URL(ORIGIN + path);
  return LED_ELSEWHERE.test(pathname) ? null : pathname;
}

/** Answers a request, unless it is not one of the API's. @returns whether it does */
export type Dispatch = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Answers the API without Next, by the same handlers: docs/decisions/platform/direct-api.md.
 * @param unknown answers where no route has the path
 * @param left begins the paths without a route that are left to Next
 */
export async function directApi(
  routes: ApiRoute[],
  { unknown, left }: { unknown: RouteHandler; left: string },
): Promise<Dispatch> {
  const router = findMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER });
  const loaded = routes.map(async ({ path, load }) => ({ path, handlers: await load() }));
  for (const { path, handlers } of await Promise.all(loaded)) {
    // All methods of a path have their handlers, so one tree is enough.
    router.on("GET", path.replace(/\{(\w+)\}/g, ":$1"), () => undefined, handlers);
  }
  const find = (path: string): Found | null => {
    // Next compares a route's own words as they were sent, and decodes what stands for a parameter.
    const found = router.find("GET", path.replaceAll("%", "%25"));
    if (!found) return null;
    const params = Object.entries(found.params).map(([name, value = ""]) => [
      name,
      decodeURIComponent(value),
    ]);
    return { handlers: found.store as Handlers, params: Object.fromEntries(params) };
  };
  return (incoming, outgoing) => {
    const path = pathOf(incoming.url ?? "/");
    if (path === null || !/^\/api(?:\/|$)/.test(path)) return false;
    const found = find(path);
    if (!found && path.startsWith(left)) return false;
    const { handlers, params } = found ?? { handlers: {}, params: {} };
    const method = incoming.method ?? "GET";
    const handler = handlers[method === "HEAD" ? "GET" : method] ?? unknown;
    serve(incoming, outgoing, {
      where: `${method} ${path}`,
      handle: async (request) => handler(request, { params: Promise.resolve(params) }),
    });
    return true;
  };
}

type Work = { where: string; handle: (request: Request) => Promise<Response> };

function serve(incoming: IncomingMessage, outgoing: ServerResponse, { where, handle }: Work): void {
  incoming.url = ORIGIN + incoming.url;
  // The adapter reads the raw ones: they are to say what Node's own say, of what came twice too, and the address
  // that the server added.
  incoming.rawHeaders = Object.entries(incoming.headers).flatMap(([name, value]) => [
    name,
    String(value),
  ]);
  // Of a body that was not wanted the rest is read away, for the next request on the connection.
  outgoing.once("finish", () => incoming.resume());
  const listener = getRequestListener(
    async (request) => {
      if (!isRead(request.method)) keepConnection(request, incoming);
      const response = await handle(request).catch((error: unknown) =>
        errorResponse(error, randomUUID(), where),
      );
      await send(response, incoming, outgoing).catch((err: unknown) => {
        log.error({ event: "request.unsent", where, err });
        outgoing.destroy();
      });
      return RESPONSE_ALREADY_SENT;
    },
    // Pages are Next's, and have the platform's own.
    { overrideGlobalObjects: false, autoCleanupIncoming: false },
  );
  void listener(incoming, outgoing);
}

/** Lets a reader give up a body without an end of the connection, over which its refusal is sent. */
function keepConnection(request: Request, incoming: IncomingMessage): void {
  let body: ReadableStream<Uint8Array> | undefined;
  Object.defineProperty(request, "body", {
    get: () => (body ??= ReadableStream.from(incoming.iterator({ destroyOnReturn: false }))),
  });
}

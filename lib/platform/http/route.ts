import { randomUUID } from "node:crypto";
import * as z from "zod/v4/core";
import { type Account, fromReplica, onAccount } from "@/lib/platform/db";
import { asRequest, inBackground } from "@/lib/platform/db/waits";
import { env } from "@/lib/platform/env";
import { AppError, toAppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { consume } from "@/lib/platform/ratelimit";
import { limitedAddress } from "@/lib/platform/security/address";
import { sha256 } from "@/lib/platform/security/hash";
import type { Text } from "@/lib/platform/text";
import { answerIn, asReader } from "@/lib/platform/text/reader";
import { type Accepted, isAccepted } from "./accepted";
import { ACCOUNT_HEADER, accountOf, answeredAccount, keyOf } from "./account";
import { authorize, type Caller, type CallerHooks, limitUser, requireCaller } from "./caller";
import type { RouteDeclaration, RouteHandler, Upload } from "./declaration";
import {
  claim,
  complete,
  idempotencyKeyOf,
  refuseOtherRoute,
  release,
  requestHash,
  runClaimed,
  withSentKey,
} from "./idempotency";
import { uploads } from "./memory-quota";
import { metrics } from "./metrics";
import { isJsonWithoutFiles, readMultipart } from "./multipart";
import { isRead } from "./reading";
import {
  clientIp,
  MAX_JSON_BYTES,
  NO_FIELDS,
  parseJson,
  queryObject,
  readBody,
  refuseTurnedPeriod,
  requireJson,
  validate,
} from "./request";
import { errorBody, errorResponse, jsonResponse } from "./respond";
import { canonicalPath, pathPattern } from "./url";
import { cookieOf } from "./with-cookie";

type Parsed<S> = S extends z.$ZodType ? z.output<S> : undefined;

/** What a handler gets. `user` is set unless the route is public or for machines. */
export type RouteContext<D extends RouteDeclaration, C extends Caller> = {
  user: D["auth"] extends "user" | "admin" ? C : C | null;
  params: Parsed<D["params"]>;
  query: Parsed<D["query"]>;
  body: Parsed<D["body"]>;
  files: D["files"] extends object ? Record<keyof D["files"], Upload | undefined> : undefined;
  /** Unique to this caller, route and Idempotency-Key; random when the caller sent no key. */
  idempotencyKey: string;
  requestId: string;
  ip: string;
  userAgent: string;
  request: Request;
};

type Payload<D extends RouteDeclaration> =
  | (D["response"] extends z.$ZodType
      ? z.input<D["response"]> & { message?: Text }
      : { message?: Text })
  | (D["accepted"] extends z.$ZodType ? Accepted<z.input<D["accepted"]>> : never)
  | Response;

/** What the wrapper asks the application. */
export type RouteHooks<C extends Caller> = CallerHooks<C> & {
  /** The language that a caller has chosen for their account; null for none. */
  languageOf: (caller: C) => string | null;
  /** Lets a logged-in person call a route of the staff. @throws AppError FORBIDDEN and others for who may not */
  requireStaff: (caller: C, declaration: RouteDeclaration) => void;
  /** Whether people's own actions with money are refused for now. */
  isUnderMaintenance: () => Promise<boolean>;
  /**
   * Which of the routes that keep their keys in the ledger had a request with a key of this user; null for none.
   * @param keyOf the key of a request to a route, such as "POST /api/trades", as its handler got it
   */
  isSpent: (userId: string, keyOf: (route: string) => string) => Promise<string | null>;
  /** Makes sure that a user has a practice side, before a request to it. */
  openPractice: (caller: C) => Promise<void>;
  /** Records that a route of the staff is about to send a file, such as a list's CSV. Nothing is sent where it fails. */
  recordFile: (caller: C, file: SentFile) => Promise<void>;
};

/** What was asked for when a file was sent: the route, such as "GET /api/admin/users", and the query as it was read. */
export type SentFile = {
  route: string;
  query: Record<string, unknown>;
  requestId: string;
  ip: string;
};

/**
 * Makes the `route` function of the application: a declaration and a handler become a Next route
 * handler. The wrapper alone does request ids, sessions, roles, limits, parsing, idempotency,
 * error mapping, logging and metrics.
 */
export function createRoute<C extends Caller, Permission extends string>(hooks: RouteHooks<C>) {
  return function route<const D extends RouteDeclaration<Permission>>(
    declaration: D,
    handler: (context: RouteContext<D, C>) => Promise<Payload<D>>,
  ): RouteHandler {
    const serve: RouteHandler = async (request, { params }) => {
      const requestId = randomUUID();
      const startedAt = performance.now();
      const url = new URL(request.url);
      const named = await params;
      const account = answeredAccount(declaration, request.headers);
      let response: Response;
      try {
        const prepared = await prepare(declaration, hooks, request, named, requestId);
        response = await answer(hooks, declaration, handler as AnyHandler, prepared, requestId);
      } catch (error) {
        response = errorResponse(error, requestId, `${request.method} ${url.pathname}`, account);
      } finally {
        uploads.letGo(request);
      }
      if (account) response.headers.set(ACCOUNT_HEADER, account);
      record(pathPattern(url.pathname, named), request, response, startedAt, requestId);
      return response;
    };
    const handle: RouteHandler = (request, context) => {
      const isStaffs = declaration.auth === "admin";
      const work = () => asReader(request.headers, isStaffs, () => serve(request, context));
      // Asked for only where it counts: a signal is a good part of what a small request costs.
      const isGone = () => request.signal.aborted;
      return isAwaited(declaration) ? asRequest(work, isGone) : inBackground(work);
    };
    handle.declaration = declaration;
    return handle;
  };
}

/** Whether a person waits for the answer. Machines and what watches the site have more patience. */
const isAwaited = ({ auth, isUncounted }: RouteDeclaration): boolean =>
  auth !== "cron" && auth !== "metrics" && !isUncounted;

type AnyContext = RouteContext<RouteDeclaration, Caller> & {
  input: unknown;
  routeName: string;
  account: Account;
  /** The Idempotency-Key that was sent, of its account. */
  sentKey: string | null;
};
type AnyHandler = (context: unknown) => Promise<Record<string, unknown> | Response>;

async function prepare<C extends Caller>(
  declaration: RouteDeclaration,
  hooks: RouteHooks<C>,
  request: Request,
  rawParams: Awaited<Parameters<RouteHandler>[1]["params"]>,
  requestId: string,
): Promise<AnyContext> {
  const url = new URL(request.url);
  const ip = clientIp(request.headers);
  const account = accountOf(declaration, request.headers);
  const isForAnyone = declaration.auth !== "user" && declaration.auth !== "admin";
  const user = isForAnyone
    ? await authorize(declaration, hooks, request)
    : await requireCaller(hooks.authenticate, request, ip);
  if (user) {
    answerIn(hooks.languageOf(user));
    await limitUser(user);
  }
  const isOpen = isForAnyone || declaration.isOpenWithOneTimePassword;
  if (user && !isOpen && hooks.mustChangePassword(user)) {
    throw new AppError("PASSWORD_CHANGE_REQUIRED");
  }
  if (user && declaration.auth === "admin") {
    hooks.requireStaff(user, declaration);
  }
  const limit = declaration.rateLimit;
  if (limit) await consume(limit, limit.by === "user" && user ? user.userId : limitedAddress(ip));

  if (declaration.movesMoney && (await hooks.isUnderMaintenance())) {
    throw new AppError("MAINTENANCE");
  }
  const params = declaration.params ? pathParams(declaration.params, rawParams) : undefined;
  const sentQuery = queryObject(url);
  const query = declaration.query ? validate(declaration.query, sentQuery) : undefined;
  refuseTurnedPeriod(query, sentQuery);
  const { body, files } = await readInput(declaration, request, user?.userId ?? ip);
  const routeName = `${request.method} ${canonicalPath(url.pathname, rawParams, params)}`;
  // With an id in its path, a key is for one of all requests to the route, as for those that name it in their body.
  const keyRoute = declaration.refusesSpentKeys
    ? `${request.method} ${pathPattern(canonicalPath(url.pathname, rawParams, params), params as typeof rawParams)}`
    : routeName;
  const sent = declaration.idempotent ? idempotencyKeyOf(request.headers) : null;
  const sentKey = sent === null ? null : keyOf(account, sent);
  return {
    user: user as Caller,
    params,
    query,
    body,
    files,
    idempotencyKey: `${user?.userId ?? ip}:${keyRoute}:${sentKey ?? requestId}`,
    requestId,
    ip,
    userAgent: (request.headers.get("user-agent") ?? "").slice(0, 400),
    request,
    input: { body, files: files && fileDigests(files) },
    routeName,
    account,
    sentKey,
  } as AnyContext;
}

/** A path that can't name anything (an id that is no id) is not found, not a validation error. */
function pathParams(schema: z.$ZodType, raw: Record<string, unknown>): unknown {
  const result = z.safeParse(schema, raw);
  if (!result.success) throw new AppError("NOT_FOUND");
  return result.data;
}

async function readInput(declaration: RouteDeclaration, request: Request, caller: string) {
  const rules = declaration.files;
  if (rules && !isJsonWithoutFiles(rules, request)) {
    return readMultipart(rules, declaration.body, request, caller);
  }
  if (isRead(request.method) || declaration.auth === "cron" || declaration.takesAnyBody) {
    return { body: undefined, files: undefined };
  }
  const bytes = await readBody(request, declaration.maxJsonBytes ?? MAX_JSON_BYTES);
  requireJson(request, bytes);
  const body = validate(declaration.body ?? NO_FIELDS, parseJson(bytes));
  return { body: declaration.body && body, files: rules && {} };
}

function fileDigests(files: Record<string, Upload | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([field, file]) => [
      field,
      file ? sha256(file.bytes).toString("hex") : "",
    ]),
  );
}

/** A key of the ledger stands for its sender's request as well. @throws AppError IDEMPOTENCY_CONFLICT */
async function refuseSpent<C extends Caller>(
  hooks: RouteHooks<C>,
  { userId, route, key }: { userId: string; route: string; key: string },
): Promise<void> {
  const spent = await hooks.isSpent(userId, (of) => `${userId}:${of}:${key}`);
  if (spent !== null && spent !== route) throw new AppError("IDEMPOTENCY_CONFLICT");
}

async function answer<C extends Caller>(
  hooks: RouteHooks<C>,
  declaration: RouteDeclaration,
  handler: AnyHandler,
  context: AnyContext,
  requestId: string,
): Promise<Response> {
  const { account, sentKey: key } = context;
  if (!key || !context.user) return run(hooks, declaration, handler, context, requestId);

  const { userId } = context.user;
  const id = { userId, route: context.routeName, key };
  if (declaration.idempotent === "ledger") {
    const work = () => run(hooks, declaration, handler, context, requestId);
    if (declaration.refusesSpentKeys) return withSentKey(id, work);
    await Promise.all([refuseOtherRoute(id), onAccount(account, () => refuseSpent(hooks, id))]);
    return work();
  }
  const claimed = await claim(id, requestHash(context.input));
  if ("answer" in claimed) {
    return jsonResponse(claimed.answer.body, claimed.answer.status, {
      "x-request-id": requestId,
      "idempotency-replayed": "true",
    });
  }
  try {
    const response = await runClaimed(claimed, async () => {
      if (!claimed.isApplied) await onAccount(account, () => refuseSpent(hooks, id));
      return run(hooks, declaration, handler, context, requestId);
    });
    const body = (await response.clone().json()) as Record<string, unknown>;
    await inBackground(() => complete(claimed.claim, { status: response.status, body }));
    return response;
  } catch (thrown) {
    const error = toAppError(thrown);
    const isFinal =
      error.status < 500 &&
      error.status !== 429 &&
      error.status !== 401 &&
      // The key stands for an earlier input, which has its answer still to get.
      error.code !== "IDEMPOTENCY_CONFLICT";
    // A request that has waited long enough must still let go of its key, for whoever sends it again.
    const settled = inBackground(() =>
      isFinal
        ? complete(claimed.claim, { status: error.status, body: errorBody(error, requestId) })
        : release(claimed.claim),
    );
    // What went wrong first is what the client has to hear of; the claim itself ends in time.
    await settled.catch((err: unknown) =>
      log.error({ event: "idempotency.claim_left", err, requestId }),
    );
    throw thrown;
  }
}

async function run<C extends Caller>(
  hooks: RouteHooks<C>,
  declaration: RouteDeclaration,
  handler: AnyHandler,
  context: AnyContext,
  requestId: string,
): Promise<Response> {
  const { account } = context;
  if (account === "practice" && context.user) await hooks.openPractice(context.user as C);
  const read = () => onAccount(account, () => handler(context));
  const result = await (declaration.isFromReplica ? fromReplica(read) : read());
  if (result instanceof Response) {
    if (declaration.auth === "admin") {
      const { user, routeName: route, query = {}, ip } = context;
      await hooks.recordFile(user as C, { route, query, requestId, ip });
    }
    result.headers.set("x-request-id", requestId);
    return result;
  }
  const { message, ...payload } = result;
  const waits = isAccepted(result);
  const schema = waits ? declaration.accepted : declaration.response;
  if (schema && (env.CHECK_RESPONSES || env.NODE_ENV !== "production")) z.parse(schema, payload);
  const cookie = cookieOf(result);
  return jsonResponse(
    {
      success: true,
      ...(message === undefined ? {} : { message }),
      ...(declaration.hasPractice ? { account } : {}),
      ...payload,
    },
    waits ? 202 : (declaration.status ?? 200),
    { "x-request-id": requestId, ...(cookie ? { "set-cookie": cookie } : {}) },
  );
}

function record(
  route: string,
  request: Request,
  response: Response,
  startedAt: number,
  requestId: string,
): void {
  const ms = performance.now() - startedAt;
  metrics.requests.inc({ method: request.method, route, status: response.status });
  metrics.duration.observe({ method: request.method, route }, ms / 1000);
  log.debug({
    event: "request.done",
    requestId,
    method: request.method,
    route,
    status: response.status,
    ms: Math.round(ms),
  });
}

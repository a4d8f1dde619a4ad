import { type Text, text } from "@/lib/platform/text";
import { ENGLISH, renderText } from "@/lib/platform/text/languages";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { type ErrorCode, errorStatuses, errorText } from "./codes";

export type { ErrorCode } from "./codes";
export { errorStatuses, errorText } from "./codes";

/** Texts by field name, as forms show them. */
export type FieldErrors = Record<string, string[]>;

type Options = {
  message?: Text;
  errors?: Record<string, Text[]>;
  retryAfterSeconds?: number;
  /** Extra members of the answer's body, for example the time a hold ends. */
  details?: Record<string, unknown>;
  cause?: unknown;
};

/**
 * An expected failure with a place in the table of errors. Anything else thrown becomes a 500. Its `message`
 * and `errors` are English, for logs; whoever asked reads `text` and `fieldTexts` in their language.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly text: Text;
  readonly fieldTexts?: Record<string, Text[]>;
  readonly retryAfterSeconds?: number;
  readonly details?: Record<string, unknown>;

  constructor(code: ErrorCode, options: Options = {}) {
    const text = options.message ?? errorText(code);
    super(renderText(text, ENGLISH), { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = errorStatuses[code];
    this.text = text;
    this.fieldTexts = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details;
  }

  get errors(): FieldErrors | undefined {
    return this.fieldTexts && fieldErrors(this.fieldTexts, ENGLISH);
  }
}

/** What is wrong with each field, in a language. */
export function fieldErrors(texts: Record<string, Text[]>, locale: string): FieldErrors {
  return Object.fromEntries(
    Object.entries(texts).map(([field, list]) => [
      field,
      list.map((text) => renderText(text, locale)),
    ]),
  );
}

/** A validation failure of one field. */
export function invalidField(field: string, message: Text): AppError {
  return new AppError("VALIDATION", { message, errors: { [field]: [message] } });
}

/** The refusal of a cursor that its list did not give. */
export const invalidCursor = () => invalidField("cursor", text("errors.common.notCursorList"));

/** SQLSTATE that the database's functions raise business errors with; the message is the code. */
const BUSINESS_SQLSTATE = "XA001";
/** The database stops, can't be reached, may only be read from (25006), or has a full disk (53100). */
const UNAVAILABLE_SQLSTATES = "57P01 57P02 57P03 53300 08006 08001 08003 25006 53100".split(" ");
/** Two transactions in each other's way, of which the database undid one: it may be sent again. */
const UNDONE_CODES = ["40001", "40P01", "P2034", "TransactionWriteConflict"];
/** A row that was locked, or connections that were in use, for longer than anybody may wait: nothing was done. */
const BUSY_CODES = ["55P03", "DATABASE_BUSY"];
/** Of the system (the last ones are a full disk and one that can't be written to), of Prisma, of postgres.js. */
const UNAVAILABLE_CODES = new Set([
  ...UNAVAILABLE_SQLSTATES,
  ...UNDONE_CODES,
  ...BUSY_CODES,
  ..."ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOSPC EDQUOT EROFS".split(" "),
  ..."P1001 P1008 P1017 P2024".split(" "),
  // Kinds of errors that Prisma has no code for in raw queries.
  ..."DatabaseNotReachable ConnectionClosed SocketTimeout TooManyConnections".split(" "),
  ..."CONNECTION_CLOSED CONNECTION_ENDED CONNECTION_DESTROYED CONNECT_TIMEOUT".split(" "),
]);
/** What a pooler says of itself when it ends a connection: it has lost the server's, or had none in time. */
const POOLER_SQLSTATE = "08P01";
/** What `pg` and Prisma say without a code of its own: a connection ended, or there was none in time. */
const UNAVAILABLE_MESSAGE =
  /^Connection terminated|^timeout expired$|connection error and is not queryable|timeout exceeded when trying to connect|Unable to start a transaction in the given time/;

/**
 * Turns whatever was thrown into an AppError: business errors of database functions by their code,
 * a database or disk that can't be used now and a lost race of transactions into 503, everything else into 500 with
 * the cause kept for the log.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  for (const { code, message, raw } of describeChain(error)) {
    if (code === BUSINESS_SQLSTATE) {
      const known = Object.keys(errorStatuses).find((name) =>
        new RegExp(`\\b${name}\\b`).test(message),
      );
      if (known)
        return new AppError(known as ErrorCode, { cause: error, ...detailsOf(known, error) });
    }
    const isOfPooler = code === POOLER_SQLSTATE && raw.severity === "FATAL";
    if (isOfPooler || UNAVAILABLE_CODES.has(code) || UNAVAILABLE_MESSAGE.test(message)) {
      return new AppError("SERVICE_UNAVAILABLE", { cause: error, retryAfterSeconds: 2 });
    }
  }
  return new AppError("INTERNAL", { cause: error });
}

const NO_SPACE_CODES = ["53100", "ENOSPC", "EDQUOT"];

/** Whether a disk is full, the database's or the server's own. */
export function hasNoSpace(error: unknown): boolean {
  return describeChain(error).some(({ code }) => NO_SPACE_CODES.includes(code));
}

/** What says how much a role allows, which own limit is met or until when somebody is excluded, where that is what was refused. */
function detailsOf(code: string, error: unknown): Pick<Options, "message" | "details"> {
  const detail = businessDetail(error);
  if (code === "ABOVE_ROLE_LIMIT") {
    const message = text("errors.common.aboveRoleLimit", { limit: detail.replace(/\.?0+$/, "") });
    return { message, details: { limit: detail } };
  }
  if (code === "OWN_LIMIT") {
    const limit = ownLimits.find((name) => name === detail);
    return limit ? { message: text(`errors.protection.limits.${limit}`), details: { limit } } : {};
  }
  if (code !== "SELF_EXCLUDED") return {};
  const until = formatUtc(detail, { zone: true });
  return { message: text("errors.protection.excluded", { until }), details: { until: detail } };
}

const ownLimits = [
  "maxStake",
  "maxLossDay",
  "maxLossWeek",
  "maxDepositDay",
  "maxTradesDay",
] as const;

/** Whether the database undid a transaction for another one, also where the error has been turned into an AppError. */
export function isUndone(error: unknown): boolean {
  return describeChain(error).some(({ code }) => UNDONE_CODES.includes(code));
}

/** Whether somebody waited too long for a locked row or a connection, also where the error has been turned into an AppError. */
export function isBusy(error: unknown): boolean {
  return describeChain(error).some(({ code }) => BUSY_CODES.includes(code));
}

/** What a function of the database said beside its business error, such as an amount; empty where it said nothing. */
export function businessDetail(error: unknown): string {
  const said = describeChain(error).find(({ code }) => code === BUSINESS_SQLSTATE);
  return typeof said?.raw.detail === "string" ? said.raw.detail : "";
}

/** Name of the unique index or columns that a write violated, or null when it was something else. */
export function violatedUnique(error: unknown): string | null {
  for (const { code, message, raw } of describeChain(error)) {
    if (code !== "23505" && code !== "P2002") continue;
    const constraint = raw.constraint ?? raw.constraint_name ?? raw.meta ?? message;
    return typeof constraint === "string" ? constraint : JSON.stringify(constraint);
  }
  return null;
}

type Described = { code: string; message: string; raw: Record<string, unknown> };

/** An error and its causes (drivers and Prisma nest the database's own error at several depths). */
function describeChain(error: unknown): Described[] {
  const found: Described[] = [];
  const queue: unknown[] = [error];
  while (queue.length > 0 && found.length < 12) {
    const item = queue.shift();
    if (typeof item !== "object" || item === null) continue;
    const raw = item as Record<string, unknown>;
    const code = raw.originalCode ?? raw.code ?? raw.kind;
    const message = raw.originalMessage ?? raw.message;
    found.push({ code: String(code ?? ""), message: String(message ?? ""), raw });
    queue.push(raw.cause, raw.driverAdapterError, raw.meta);
  }
  return found;
}

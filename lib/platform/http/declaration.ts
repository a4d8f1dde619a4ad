import type * as z from "zod/v4/core";
import type { ErrorCode } from "@/lib/platform/errors";
import type { RateLimit } from "@/lib/platform/ratelimit";
import type { Text } from "@/lib/platform/text";

/** Who may call: anyone, a logged-in user, staff, or a machine with a secret. */
export type RouteAuth = "public" | "user" | "admin" | "cron" | "metrics";

/** One file field of a multipart request. Content is checked when the use case stores it. */
export type FileRule = {
  maxBytes: number;
  required: boolean;
  /** Fields that it is taken from when its own has none. */
  otherNames?: readonly string[];
  /** Exact texts for a missing and for a too large file. */
  messages: { missing: Text; tooLarge: Text };
};

/** An uploaded file as the use cases get it. */
export type Upload = { name: string; declaredType: string; bytes: Uint8Array };

type ObjectSchema = z.$ZodObject;

/** Everything that is said of an endpoint. The API document and the tests read it too. */
export type RouteDeclaration<Permission extends string = string> = {
  summary: string;
  tag: string;
  auth: RouteAuth;
  /**
   * What opens it beside `auth: "admin"`: a permission of staff, or any one of several. Without one
   * only full administrators may call.
   */
  permission?: Permission | readonly Permission[];
  /** Open to all staff: the answer itself holds only what the caller may see. */
  isForAllStaff?: true;
  /** Open to whoever logged in with a password of support's and has not chosen their own yet. */
  isOpenWithOneTimePassword?: true;
  rateLimit?: RateLimit & { by?: "ip" | "user" };
  /** Open to anyone and not counted by address: for what watches the site. Many at once must cost no more than one. */
  isUncounted?: true;
  /**
   * "record": the wrapper keeps the first answer per key. "ledger": the use case itself repeats
   * its first result for a repeated key and refuses another input, in its own transaction.
   */
  idempotent?: "record" | "ledger";
  /**
   * With "ledger": its own statement refuses a key that stands for another request (`takeSentKey`), instead of the
   * wrapper before it.
   */
  refusesSpentKeys?: true;
  /**
   * A person's own action with their money, such as a trade or a withdrawal. It is refused with 503
   * during maintenance; what staff, jobs and settlement do goes on.
   */
  movesMoney?: boolean;
  /** A list, an export or a statement: what it reads by `reading` may come from a replica. It writes and decides nothing. */
  isFromReplica?: true;
  /**
   * Acts on the account that the header X-Account names, `real` or `practice`, or only ever on practice, and names it
   * in its answer. What does not declare this refuses practice.
   */
  hasPractice?: true | "only";
  params?: ObjectSchema;
  query?: ObjectSchema;
  body?: z.$ZodType;
  /** Largest JSON body, where the usual 64 KiB don't hold what people write. */
  maxJsonBytes?: number;
  /** Whatever is sent is left aside, as the form that programs for mail post by one press (RFC 8058). */
  takesAnyBody?: true;
  files?: Record<string, FileRule>;
  /** Payload of a success, beside `success` and `message`; a union where there are several. Absent when there is none. */
  response?: ObjectSchema | z.$ZodUnion<readonly ObjectSchema[]>;
  /** Content type of an answer that is no JSON; the handler returns the Response itself. */
  produces?: string;
  status?: 200 | 201;
  /** What it can refuse beside what the wrapper does because of what is declared here. */
  errors?: readonly ErrorCode[];
  /** Payload of a 202, which the handler marks with `accepted`: taken, but it waits for somebody. */
  accepted?: ObjectSchema;
};

/** A route handler as Next calls it, with what was declared of it. */
export type RouteHandler = ((
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response>) & { declaration?: RouteDeclaration };

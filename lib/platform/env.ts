/**
 * The only reader of environment variables in the application. Every variable is validated at
 * start with one clear line per mistake; `.env.example` lists them all.
 */
import { createEnv } from "@t3-oss/env-core";
import { z } from "zod";
import { hostsOf } from "@/lib/platform/db/hosts";
import { isWellKnownPassword, whyNoSecret } from "@/lib/platform/security/known-secrets";
import { isPasswordTooLong, PASSWORD_MAX_BYTES } from "@/lib/platform/security/password-length";

const REQUIRED = "is required";
const flag = z
  .enum(["0", "1", "true", "false"], "must be 0 or 1")
  .default("0")
  .transform((value) => value === "1" || value === "true");
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http:// or https:// URL" });
/** An address and nothing behind it; what is no address at all is said by `httpUrl`. */
const isOrigin = (value: string) =>
  !/^https?:/.test(value) ||
  !URL.canParse(value) ||
  new URL(value).href === `${new URL(value).origin}/`;
const wsUrl = z.url({ protocol: /^wss?$/, error: "must be a ws:// or wss:// URL" });

/** `next build` needs no configuration: required values are made up for it, never used. */
const isBuilding = process.env.NEXT_PHASE === "phase-production-build";
const hasRealMoney = !isBuilding && ["1", "true"].includes(process.env.REAL_MONEY ?? "");
const isDeployed = hasRealMoney || (!isBuilding && process.env.NODE_ENV === "production");

/**
 * MARKET_<EXCHANGE>_REST_URL and MARKET_<EXCHANGE>_WS_URL, of whatever exchanges are set. Whoever runs such a server
 * makes the price, so none stands in for an exchange where money is real.
 */
const exchangeUrls: object = Object.fromEntries(
  Object.keys(process.env).flatMap((name) => {
    const kind = /^MARKET_[A-Z0-9]+_(REST|WS)_URL$/.exec(name)?.[1];
    if (!kind) return [];
    const url = (kind === "WS" ? wsUrl : httpUrl).optional();
    const isAllowed = (value: string | undefined) => !hasRealMoney || value === undefined;
    return [[name, url.refine(isAllowed, "must not be set when REAL_MONEY=1")]];
  }),
);

/** What a database's URL says overrides what the application sets: its role and its time limits. */
const hasNot = (parameter: string) => (value: string) => {
  const [url = ""] = hostsOf(value);
  return !URL.canParse(url) || !new URL(url).searchParams.has(parameter);
};

const databaseUrl = z
  .string(REQUIRED)
  .regex(/^postgres(ql)?:\/\//, "must be a postgresql:// URL")
  .refine(hasNot("options"), "must not set options")
  .refine(hasNot("statement_timeout"), "must not set statement_timeout")
  .refine(hasNot("lock_timeout"), "must not set lock_timeout");

/** A variable that is of no use without another one. */
const usedWith = (partner: string) =>
  z
    .string()
    .refine(() => Boolean(process.env[partner]), `needs ${partner}`)
    .optional();

/** A value that others know or guess at once protects nothing, except where only developers are. */
const secret = (schema: z.ZodString) =>
  schema.superRefine((value, context) => {
    const reason = isDeployed ? whyNoSecret(value) : null;
    if (reason !== null) context.addIssue(`${reason}: make up another`);
  });

const signingKey = secret(
  z.string().regex(/^[\w-]{43}$/, "must be 32 bytes in base64url, which are 43 characters"),
);

/** A demo's first administrator may have a password that everybody knows. */
const password = (schema: z.ZodString) =>
  schema.superRefine((value, context) => {
    if (!hasRealMoney) return;
    const reason =
      whyNoSecret(value) ?? (isWellKnownPassword(value) ? "is a well-known password" : null);
    if (reason !== null) context.addIssue(`${reason}: make up another when REAL_MONEY=1`);
  });

const MAIL_ADDRESS = /^[^<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/;

/** The exchanges that the index is made of unless MARKET_EXCHANGES says otherwise. */
export const DEFAULT_EXCHANGES =
  "okx:XAUT/USDT,bitfinex:XAUT/USDT,gate:XAUT/USDT,kraken:XAUT/USD,bybit:XAUT/USDT:USDT";

const placeholders = isBuilding
  ? { DATABASE_URL: "postgresql://build", NEXTAUTH_SECRET: "only-while-building".repeat(2) }
  : {};

export const env = createEnv({
  server: {
    NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
    PORT: whole(0, 65535).default(3000),
    HOST: z.string().default("0.0.0.0"),
    DATA_DIR: z.string().default(".data"),
    /** Public origin, for links in mails and secure cookies. */
    APP_URL: httpUrl
      .refine(isOrigin, "must have no path")
      .optional()
      // Else cookies would travel in the clear, and links in mails lead to localhost.
      .refine(
        (value) => !hasRealMoney || value?.startsWith("https://"),
        "must be an https:// URL when REAL_MONEY=1",
      ),
    /** The same for next-auth, where it differs. */
    NEXTAUTH_URL: httpUrl.optional(),
    DATABASE_URL: databaseUrl,
    /** The way past a transaction pooler, which DATABASE_URL may lead to where this is set. */
    DATABASE_SESSION_URL: databaseUrl.optional(),
    /** The feed's own way in, which alone records prices. Unset: the session's, if that user may take the feed's role. */
    FEED_DATABASE_URL: databaseUrl.optional(),
    /** A server that follows it: lists, exports and statements are read there while it keeps up. */
    DATABASE_REPLICA_URL: databaseUrl
      .refine((value) => hostsOf(value).length === 1, "must name one host")
      .optional(),
    /** Two pools share them, and each has two at least. */
    DATABASE_POOL_SIZE: whole(4, 200).default(12),
    DATABASE_ROLE: z
      .string()
      .regex(/^[\w-]+$/, "must be the name of a role")
      .default("app_runtime"),
    NEXTAUTH_SECRET: secret(z.string(REQUIRED).min(32, "must have at least 32 characters")),
    /** Carries events between instances and counts shared limits. Unset: the database does both. */
    REDIS_URL: z
      .string()
      .regex(/^rediss?:\/\//, "must be a redis:// or rediss:// URL")
      .refine((value) => URL.canParse(value), "must be a redis:// or rediss:// URL")
      .optional(),
    SESSION_DAYS: whole(1, 365).default(30),
    BCRYPT_COST: whole(4, 15).default(12),
    /** Number of reverse proxies in front whose X-Forwarded-For entries can be trusted. */
    TRUSTED_PROXIES: whole(0, 5).default(0),
    /** How long an instance that is told to stop still takes requests, while /api/health says 503. Unset: 5 behind a proxy. */
    SHUTDOWN_GRACE_SECONDS: whole(0, 60).optional(),
    CRON_SECRET: secret(z.string().min(16, "must have at least 16 characters")).optional(),
    METRICS_TOKEN: secret(z.string().min(16, "must have at least 16 characters")).optional(),
    LOG_LEVEL: z
      .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
      .default("info"),
    /** What the public log is signed with: 32 bytes in base64url. Unset: this process adds nothing to it. */
    LOG_SIGNING_KEY: signingKey.optional(),
    /** The one before, for the moment in which it is replaced. */
    LOG_PREVIOUS_SIGNING_KEY: signingKey.optional(),
    /** The log's name. Unset: the one that it has, or the host of APP_URL with /log behind it. */
    LOG_ORIGIN: z
      .string()
      .regex(/^[^\s+]{1,200}$/, "must have no spaces and no +")
      .optional(),
    /** Witnesses that are asked to sign each checkpoint of the public log. */
    LOG_WITNESSES: z
      .string()
      .default("")
      .transform((value) => value.split(",").map((url) => url.trim().replace(/\/+$/, "")))
      .transform((urls) => urls.filter((url) => url !== ""))
      .refine(
        (urls) => urls.every((url) => httpUrl.safeParse(url).success),
        "must be http:// or https:// URLs, with commas in between",
      ),
    /** A node of Ethereum that balances of listed reserves are read from. Unset: staff enter them. */
    RESERVES_RPC_URL: httpUrl.optional(),
    /** What push services know the site by: 32 bytes in base64url. Unset: nothing is pushed to devices. */
    PUSH_PRIVATE_KEY: signingKey.optional(),
    REAL_MONEY: flag,
    ADMIN_USERNAME: z
      .string()
      .regex(/^[A-Za-z0-9_]{3,30}$/, "must have 3 to 30 letters, digits or _")
      .default("admin"),
    ADMIN_EMAIL: z.email("must be an email address").default("admin@example.com"),
    ADMIN_PASSWORD: password(z.string().min(6, "must have at least 6 characters"))
      .refine((value) => !isPasswordTooLong(value), `must have at most ${PASSWORD_MAX_BYTES} bytes`)
      .optional(),
    SMTP_URL: z
      .string()
      .refine(
        (value) =>
          /^smtps?:\/\//.test(value) && URL.canParse(value) && new URL(value).hostname !== "",
        "must be an smtp:// or smtps:// URL with a host",
      )
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(MAIL_ADDRESS, "must be an email address, or Name <address>")
      .default("no-reply@localhost"),
    /** A file such as messages/de.json: the language of the site, named by its code. */
    LANGUAGE_FILE: z
      .string()
      .regex(
        /(^|\/)[a-z]{2,3}(-[A-Za-z\d]+)*\.json$/,
        "must be named by a language, such as de.json",
      )
      .optional(),
    S3_BUCKET: z.string().optional(),
    S3_ENDPOINT: httpUrl.optional(),
    S3_REGION: z.string().default("us-east-1"),
    S3_ACCESS_KEY_ID: usedWith("S3_SECRET_ACCESS_KEY"),
    S3_SECRET_ACCESS_KEY: usedWith("S3_ACCESS_KEY_ID"),
    /**
     * Multiplies the limits that an instance counts by itself, for load tests: requests, also those to
     * log in and to register. Those over all instances, such as of wrong passwords and codes, stay.
     */
    RATE_LIMIT_FACTOR: whole(1, 100000).default(1),
    /** What answers /api in production: the server itself, or Next as all else, which is slower. */
    API_PATH: z.enum(["direct", "next"]).default("direct"),
    /** Compares every answer with its documented shape; on outside production. */
    CHECK_RESPONSES: flag,
    MARKET_SOURCE: z.enum(["auto", "live", "simulated", "replay"]).default("auto"),
    MARKET_EXCHANGES: z.string().default(DEFAULT_EXCHANGES),
    MARKET_REPLAY_FILE: z.string().optional(),
    MARKET_REPLAY_SPEED: z.coerce.number().positive().max(10000).default(1),
    MARKET_REPLAY_LOOP: flag,
    MARKET_MIN_SOURCES: whole(1, 10).optional(),
    MARKET_TICK_MS: whole(20, 60000).default(1000),
    ...exchangeUrls,
  },
  runtimeEnv: { ...process.env, ...placeholders },
  emptyStringAsUndefined: true,
  onValidationError: (issues) => {
    const lines = issues.map((issue) => {
      const name = (issue.path ?? [])
        .map((part) => String(typeof part === "object" ? part.key : part))
        .join(".");
      return `${name}: ${issue.message}`;
    });
    throw new Error(`Invalid configuration\n${lines.join("\n")}`);
  },
});

/** True when the server runs as deployed: secure cookies need an https origin. */
export function hasSecureOrigin(): boolean {
  return env.APP_URL?.startsWith("https://") ?? false;
}

/** The site's own address, for links in mails. */
export function siteOrigin(): string {
  return env.APP_URL?.replace(/\/$/, "") ?? `http://localhost:${env.PORT}`;
}

/** Base URL overrides of one exchange, so that a local server can stand in for it. */
export function exchangeUrlOverrides(exchange: string): { restUrl?: string; wsUrl?: string } {
  const name = exchange.toUpperCase();
  return {
    restUrl: process.env[`MARKET_${name}_REST_URL`] || undefined,
    wsUrl: process.env[`MARKET_${name}_WS_URL`] || undefined,
  };
}

import { format, types } from "node:util";
import pino from "pino";
import { env } from "@/lib/platform/env";

/** Structured log. Secrets are redacted wherever they might appear in a logged object. */
export const log = pino({
  level: env.LOG_LEVEL ?? "info",
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: [
      "password",
      "*.password",
      "*.withdrawPassword",
      "*.newPassword",
      "*.currentPassword",
      "*.newWithdrawPassword",
      "*.currentWithdrawPassword",
      "*.passwordHash",
      "*.withdrawPasswordHash",
      "*.twoFactorSecret",
      "*.token",
      "token",
      "*.totp",
      "headers.authorization",
      "headers.cookie",
      "*.authorization",
      "*.cookie",
    ],
    censor: "[redacted]",
  },
});

/**
 * Makes lines of the log of what others complain of on the console, Next above all: one line each, without secrets.
 */
export function logConsole(target: Pick<Console, "warn" | "error">): void {
  for (const level of ["warn", "error"] as const) {
    target[level] = (...said: unknown[]) => {
      const err = said.find((part) => types.isNativeError(part));
      log[level](err ? { err } : {}, format(...said.filter((part) => part !== err)));
    };
  }
}

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

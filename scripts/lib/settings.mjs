import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Fault } from "./report.mjs";

/** The root folder of the repository. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

function wholeNumber(name, fallback, min, max) {
  const text = process.env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new Fault(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  }
  return value;
}

function databaseUrl(name) {
  const text = process.env[name];
  if (text === undefined || text === "") return undefined;
  let protocol = "";
  try {
    protocol = new URL(text).protocol;
  } catch {}
  if (protocol !== "postgresql:" && protocol !== "postgres:") {
    throw new Fault(`${name} must look like postgresql://user:password@host:5432/database.`);
  }
  return text;
}

/** @throws Fault for a password that can't stand in a URL and in a statement as it is */
function checkLoginPassword() {
  const text = process.env.APP_DATABASE_PASSWORD ?? "";
  if (!/^[\w-]*$/.test(text)) {
    throw new Fault("APP_DATABASE_PASSWORD may hold letters, digits, - and _ only.");
  }
}

/**
 * What the scripts themselves need from the environment (and from .env, which never overrides it).
 * The application checks the rest in lib/platform/env.ts.
 * @throws Fault with one line about the first bad variable.
 */
export function readSettings() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Fault(`Node 20.19 or newer is needed, this is ${process.versions.node}.`);
  }
  const envFile = join(root, ".env");
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  checkLoginPassword();
  return {
    port: wholeNumber("PORT", 3000, 1, 65535),
    host: process.env.HOST || "0.0.0.0",
    dataDir: resolve(root, process.env.DATA_DIR || ".data"),
    databaseUrl: databaseUrl("DATABASE_URL"),
    migrationDatabaseUrl: databaseUrl("MIGRATION_DATABASE_URL"),
    // As the application reads it: a site that runs with real money must not start as a demo.
    realMoney: ["1", "true"].includes(process.env.REAL_MONEY ?? ""),
  };
}

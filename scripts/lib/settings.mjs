import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Fault } from "./report.mjs";

/** The root folder of the repository. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

const MARKET_SOURCES = ["auto", "live", "simulated", "replay"];

function wholeNumber(faults, name, fallback, min, max) {
  const text = process.env[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    faults.push(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
    return undefined;
  }
  return value;
}

/** A database's URL with the first of its hosts alone, which is one that `URL` understands. */
export const firstHost = (url) => url.replace(/^([a-z]+:\/\/(?:[^/?#]*@)?[^/?#,]*),[^/?#]*/i, "$1");

function databaseUrl(faults, name) {
  const text = process.env[name];
  if (text === undefined || text === "") return undefined;
  let protocol = "";
  try {
    protocol = new URL(firstHost(text)).protocol;
  } catch {}
  if (protocol !== "postgresql:" && protocol !== "postgres:") {
    faults.push(`${name} must look like postgresql://user:password@host:5432/database.`);
    return undefined;
  }
  return text;
}

/** Passwords that can't stand in a URL and in a statement as they are. */
function checkLoginPasswords(faults) {
  for (const name of ["APP_DATABASE_PASSWORD", "FEED_DATABASE_PASSWORD"]) {
    if (/^[\w-]*$/.test(process.env[name] ?? "")) continue;
    faults.push(`${name} may hold letters, digits, - and _ only.`);
  }
}

/**
 * What a site must not be started without, as far as it can be told before anything is installed; the
 * application says the same, where it is started in another way.
 * @returns {string[]} a line for each mistake
 */
export function serverFaults({ realMoney }) {
  const { APP_URL, MARKET_SOURCE } = process.env;
  const source = MARKET_SOURCE || "auto";
  const faults = [];
  if (!MARKET_SOURCES.includes(source)) {
    faults.push(`MARKET_SOURCE must be one of ${MARKET_SOURCES.join(", ")}, not "${source}".`);
  }
  if (!realMoney) return faults;
  for (const name of ["NEXTAUTH_SECRET", "ADMIN_PASSWORD"]) {
    if (!process.env[name]) faults.push(`${name} must be set when REAL_MONEY=1.`);
  }
  if (!APP_URL?.startsWith("https://")) {
    faults.push("APP_URL: must be an https:// URL when REAL_MONEY=1");
  }
  if (source !== "live" && MARKET_SOURCES.includes(source)) {
    faults.push(
      `REAL_MONEY=1 needs MARKET_SOURCE=live: "${source}" can record prices that are not real`,
    );
  }
  return faults;
}

/**
 * What the scripts themselves need from the environment (and from .env, which never overrides it).
 * The application checks the rest in lib/platform/env.ts.
 * @returns the settings, without those that are wrong, and `faults`: a line for each mistake
 * @throws Fault where Node is too old
 */
export function checkSettings() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Fault(`Node 20.19 or newer is needed, this is ${process.versions.node}.`);
  }
  const envFile = join(root, ".env");
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const faults = [];
  checkLoginPasswords(faults);
  if (process.env.DATABASE_SESSION_URL && !process.env.DATABASE_URL) {
    faults.push("DATABASE_SESSION_URL needs DATABASE_URL.");
  }
  return {
    faults,
    port: wholeNumber(faults, "PORT", 3000, 1, 65535),
    host: process.env.HOST || "0.0.0.0",
    dataDir: resolve(root, process.env.DATA_DIR || ".data"),
    databaseUrl: databaseUrl(faults, "DATABASE_URL"),
    replicaDatabaseUrl: databaseUrl(faults, "DATABASE_REPLICA_URL"),
    // The server itself, where DATABASE_URL leads to a transaction pooler.
    sessionDatabaseUrl: databaseUrl(faults, "DATABASE_SESSION_URL"),
    migrationDatabaseUrl: databaseUrl(faults, "MIGRATION_DATABASE_URL"),
    feedDatabaseUrl: databaseUrl(faults, "FEED_DATABASE_URL"),
    feedDatabasePassword: process.env.FEED_DATABASE_PASSWORD || undefined,
    // As the application reads it: a site that runs with real money must not start as a demo.
    realMoney: ["1", "true"].includes(process.env.REAL_MONEY ?? ""),
  };
}

/**
 * The settings of `checkSettings`, for commands that need nothing else.
 * @throws Fault with a line for each mistake
 */
export function readSettings() {
  const settings = checkSettings();
  if (settings.faults.length > 0) throw new Fault(settings.faults.join("\n"));
  return settings;
}

import type { ZodType } from "zod";
import { type Db, prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { hasSocketServer } from "@/lib/platform/realtime";
import {
  type AllSettings,
  defaultSettings,
  type PublicConfig,
  type Settings,
  settingsSchema,
} from "./schema";

/** How long a value lasts where each change is heard of: for a change that somehow was not. */
const HEARD_FRESH_MS = 60_000;
/** How long it lasts in a process that hears of none, such as a plain `next start`. */
const DEAF_FRESH_MS = 1_000;

type Cache = { value?: Settings; at: number; generation: number };

/** Shared by server.ts, which hears of changes, and the Next bundle, which has its own modules. */
const holder = globalThis as typeof globalThis & { __settings?: Cache };

function cache(): Cache {
  holder.__settings ??= { at: 0, generation: 0 };
  return holder.__settings;
}

/** Forgets the cached settings of this process; the realtime bridge calls it on every change. */
export function forgetSettings(): void {
  const generation = cache().generation + 1;
  holder.__settings = { at: 0, generation };
}

/**
 * The site settings: stored values over defaults. A stored value that no longer fits is ignored.
 * @param db the transaction, inside one: waiting for another connection could be waiting for itself
 */
export async function getSettings(db: Db = prisma): Promise<Settings> {
  const { value: cached, at, generation } = cache();
  const freshMs = hasSocketServer() ? HEARD_FRESH_MS : DEAF_FRESH_MS;
  if (cached && Date.now() - at < freshMs) return cached;
  const value = await readSettings(db);
  // A change that came while this was read is not in it.
  if (cache().generation === generation) {
    holder.__settings = { value, at: Date.now(), generation };
  }
  return value;
}

/** The site settings as the database has them now, past every cache. */
export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.setting.findMany();
  return merge(rows.map(({ key, value }) => [key, value]));
}

/** How many changes back it is looked who changed a setting last. */
const CHANGES_LOOKED_AT = 200;

/** Who changed which setting last, by key; those that nobody changed lately are absent. */
export async function lastChanges(db: Db): Promise<AllSettings["changes"]> {
  const entries = await db.auditEntry.findMany({
    where: { action: "settings.update" },
    orderBy: { seq: "desc" },
    take: CHANGES_LOOKED_AT,
    select: { actorName: true, at: true, after: true },
  });
  const changes: AllSettings["changes"] = {};
  for (const { actorName, at, after } of entries) {
    for (const key of Object.keys((after ?? {}) as object)) {
      changes[key] ??= { by: actorName, at: at.toISOString() };
    }
  }
  return changes;
}

/** Everything that can be set, with who set it last, for those who may set it. */
export async function loadAllSettings(): Promise<AllSettings> {
  const [settings, changes] = await Promise.all([readSettings(prisma), lastChanges(prisma)]);
  return { settings, changes };
}

function merge(stored: [string, unknown][]): Settings {
  const shape: Record<string, ZodType> = settingsSchema.shape;
  const valid = stored.flatMap(([key, value]) => {
    const parsed = shape[key]?.safeParse(value);
    return parsed?.success ? [[key, parsed.data]] : [];
  });
  return { ...defaultSettings, ...Object.fromEntries(valid) };
}

/** Cuts out of the settings what anyone may read. A logo or description that was left empty is the default one. */
export function toPublicConfig(settings: Settings): PublicConfig {
  return {
    siteName: settings.siteName,
    logoUrl: settings.logoUrl || defaultSettings.logoUrl,
    favicon: settings.favicon,
    metaTitle: settings.metaTitle,
    metaDescription: settings.metaDescription || defaultSettings.metaDescription,
    userPanelEnabled: settings.userPanelEnabled,
    adminPanelEnabled: settings.adminPanelEnabled,
    maintenance: settings.maintenance,
    announcement: settings.announcement,
    demo: !env.REAL_MONEY,
    optionBlockedCountries: settings.optionBlockedCountries,
  };
}

/** The public configuration for server-rendered pages; defaults when it can't be loaded. */
export async function loadPublicConfig(): Promise<PublicConfig> {
  try {
    return toPublicConfig(await getSettings());
  } catch (error) {
    log.error({ event: "settings.load_failed", err: error });
    return toPublicConfig(defaultSettings);
  }
}

import { prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { hasSocketServer } from "@/lib/platform/realtime";
import { defaultSettings, type PublicConfig, type Settings, settingsSchema } from "./schema";

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

/** The site settings: stored values over defaults. A stored value that no longer fits is ignored. */
export async function getSettings(): Promise<Settings> {
  const { value: cached, at, generation } = cache();
  const freshMs = hasSocketServer() ? HEARD_FRESH_MS : DEAF_FRESH_MS;
  if (cached && Date.now() - at < freshMs) return cached;
  const rows = await prisma.setting.findMany();
  const value = merge(rows.map(({ key, value }) => [key, value]));
  // A change that came while this was read is not in it.
  if (cache().generation === generation) {
    holder.__settings = { value, at: Date.now(), generation };
  }
  return value;
}

function merge(stored: [string, unknown][]): Settings {
  const shape: Record<string, { safeParse(value: unknown): { success: boolean } }> =
    settingsSchema.shape;
  const valid = stored.filter(([key, value]) => shape[key]?.safeParse(value).success);
  return { ...defaultSettings, ...Object.fromEntries(valid) };
}

/** Cuts out of the settings what anyone may read. */
export function toPublicConfig(settings: Settings): PublicConfig {
  return {
    siteName: settings.siteName,
    logoUrl: settings.logoUrl,
    favicon: settings.favicon,
    metaTitle: settings.metaTitle,
    metaDescription: settings.metaDescription,
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
    log.error({ err: error }, "Failed to load site configuration");
    return toPublicConfig(defaultSettings);
  }
}

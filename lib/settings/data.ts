import { prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { defaultSettings, type PublicConfig, type Settings, settingsSchema } from "./schema";

/** Settings are read on nearly every request; a change reaches every instance within this time. */
const FRESH_MS = 1_000;

const holder = globalThis as typeof globalThis & {
  __settings?: { value: Settings; at: number };
};

/** Forgets the cached settings of this process; the realtime bridge calls it on every change. */
export function forgetSettings(): void {
  holder.__settings = undefined;
}

/** The site settings: stored values over defaults. A stored value that no longer fits is ignored. */
export async function getSettings(): Promise<Settings> {
  const cached = holder.__settings;
  if (cached && Date.now() - cached.at < FRESH_MS) return cached.value;
  const rows = await prisma.setting.findMany();
  const value = merge(rows.map(({ key, value }) => [key, value]));
  holder.__settings = { value, at: Date.now() };
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

import type { DocumentType } from "@/lib/documents/types";
import { getMarketHead } from "@/lib/market/data";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { parseMicro } from "@/lib/platform/money";
import { getSettings } from "@/lib/settings/data";
import { isBurnAddress } from "@/lib/wallets/names";
import type { LaunchStepCode, LaunchStepDto } from "./schema";

/**
 * What a site needs before it takes anybody's money, each read from the site itself, in the order of the list.
 * @param unfinished the public texts with gaps
 */
export async function launchSteps(unfinished: readonly DocumentType[]): Promise<LaunchStepDto[]> {
  const [settings, head, [counts], wallets] = await Promise.all([
    getSettings(),
    getMarketHead(),
    sql<{ full: number; staff: number; secured: number }[]>`
      SELECT count(*) FILTER (WHERE '*' = ANY (permissions))::integer AS full, count(*)::integer AS staff,
        count(two_factor_enabled_at)::integer AS secured
      FROM app_user WHERE is_admin AND is_active`,
    sql<{ address: string }[]>`SELECT address FROM wallet WHERE is_active`,
  ]);
  if (!counts) throw new Error("An aggregate answered no row");
  const done: Record<LaunchStepCode, boolean> = {
    texts: unfinished.length === 0,
    twoPeople: counts.full >= 2,
    fourEyes: (parseMicro(settings.fourEyesThreshold) ?? 0n) > 0n,
    staffTwoFactor: settings.staffTwoFactorRequired && counts.secured === counts.staff,
    addresses: wallets.length > 0 && wallets.every(({ address }) => !isBurnAddress(address)),
    livePrices: head !== null && !head.simulated && !head.stale,
    mail: env.SMTP_URL !== undefined,
    realMoney: env.REAL_MONEY,
  };
  return Object.entries(done).map(([code, isDone]) => ({ code: code as LaunchStepCode, isDone }));
}

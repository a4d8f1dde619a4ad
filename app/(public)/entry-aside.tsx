import { SiteSummary, type SiteSummaryProps } from "@/components/accounts/site-summary";
import { getCurrentPrice, listCandles } from "@/lib/market/data";
import { exchangeOf } from "@/lib/market/rules";
import { toPriceResponse } from "@/lib/market/serializers";
import { log } from "@/lib/platform/log";
import { getSettings } from "@/lib/settings/data";

const INTERVAL = "15m";
const IN_A_DAY = 96;

/** What the site does and costs, beside the form of a visitor; nothing where it can't be told. The form stays in any case. */
export async function EntryAside() {
  const facts = await readFacts().catch((error: unknown) => {
    log.warn({ event: "entry.summary_failed", err: error });
    return null;
  });
  return facts && <SiteSummary {...facts} />;
}

async function readFacts(): Promise<SiteSummaryProps> {
  const [settings, current, candles] = await Promise.all([
    getSettings(),
    getCurrentPrice(),
    listCandles(INTERVAL, IN_A_DAY),
  ]);
  const price = toPriceResponse(current);
  // Simulated and real prices are never on one line.
  const closes = candles.filter(({ simulated }) => simulated === current.head?.simulated);
  return {
    costs: settings,
    price,
    exchanges: [...new Set(price.sources.map(exchangeOf))],
    line: closes.map(({ closeE8 }) => Number(closeE8)),
  };
}

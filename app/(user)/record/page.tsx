import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { pageMetadata } from "@/app/page-metadata";
import { CsvButton } from "@/components/app/csv-button";
import { Messages } from "@/components/app/messages";
import { Seed, type SeedEntry } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { PrintButton } from "@/components/layout/print-button";
import { RecordPrintLine } from "@/components/trading/record-print-line";
import { RecordView } from "@/components/trading/record-view";
import { endOf, now, timeOf } from "@/lib/platform/time";
import { readListState, searchParamsOf } from "@/lib/platform/ui/list-url";
import { requireUser } from "@/lib/sessions/page-gate";
import { loadPublicConfig } from "@/lib/settings/data";
import { TRADES_PER_PAGE, tradingKeys } from "@/lib/trading/client";
import { loadUserTrades } from "@/lib/trading/loaders";
import { ownRecord } from "@/lib/trading/own-record";
import { tradeTypes } from "@/lib/trading/rules";
import { tradeStatuses } from "@/lib/trading/schema";

/** What the address may ask for; anything else there is as if it were not. */
const filters = z.object({
  type: z.enum(tradeTypes).optional().catch(undefined),
  status: z.enum(tradeStatuses).optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
});

export const generateMetadata = () => pageMetadata("record");

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function RecordPage({ searchParams }: Props) {
  const { userId, username } = await requireUser();
  const params = await searchParams;
  const query = filters.parse(params);
  const { trail } = readListState(searchParamsOf(params), []);
  const { type, status, from, to } = query;
  const filter = {
    type,
    status,
    from: from === undefined ? undefined : timeOf(from),
    to: to === undefined ? undefined : endOf(to),
  };
  const [t, config, page, totals] = await Promise.all([
    getTranslations("record"),
    loadPublicConfig(),
    // A place that is none is said by the list itself.
    loadUserTrades(userId, { ...filter, cursor: trail.at(-1), limit: TRADES_PER_PAGE }).catch(
      () => null,
    ),
    ownRecord(userId, filter),
  ]);
  return (
    <Messages
      namespaces={["record", "totals", "period", "trade", "spot", "market.voided", "proof"]}
    >
      <Seed
        entries={[
          [tradingKeys.ownRecord(query), totals],
          ...(page ? [[tradingKeys.page(query, trail.at(-1)), page] as SeedEntry] : []),
        ]}
      >
        <Page title={t("title")} backHref="/trade" width="broad">
          <RecordPrintLine site={config.siteName} user={username} query={query} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-text-2">{t("intro")}</p>
            <div className="flex gap-3" data-print="hide">
              <CsvButton path="/trades/user" query={query} />
              <PrintButton />
            </div>
          </div>
          <RecordView query={query} trail={trail} today={now().toISOString().slice(0, 10)} />
        </Page>
      </Seed>
    </Messages>
  );
}

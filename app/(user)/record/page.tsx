import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { pageMetadata } from "@/app/page-metadata";
import { CsvButton } from "@/components/app/csv-button";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { PrintButton } from "@/components/layout/print-button";
import { RecordPrintLine } from "@/components/trading/record-print-line";
import { RecordView } from "@/components/trading/record-view";
import { readListState, searchParamsOf } from "@/lib/platform/ui/list-url";
import { requireUser } from "@/lib/sessions/page-gate";
import { loadPublicConfig } from "@/lib/settings/data";
import { TRADES_PER_PAGE, tradingKeys } from "@/lib/trading/client";
import { loadUserTrades } from "@/lib/trading/loaders";
import { tradeTypes } from "@/lib/trading/rules";
import { tradeStatuses } from "@/lib/trading/schema";

/** What the address may ask for; anything else there is as if it were not. */
const filters = z.object({
  type: z.enum(tradeTypes).optional().catch(undefined),
  status: z.enum(tradeStatuses).optional().catch(undefined),
});

export const generateMetadata = () => pageMetadata("record");

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function RecordPage({ searchParams }: Props) {
  const { userId, username } = await requireUser();
  const params = await searchParams;
  const query = filters.parse(params);
  const { trail } = readListState(searchParamsOf(params), []);
  const [t, config, page] = await Promise.all([
    getTranslations("record"),
    loadPublicConfig(),
    // A place that is none is said by the list itself.
    loadUserTrades(userId, { ...query, cursor: trail.at(-1), limit: TRADES_PER_PAGE }).catch(
      () => null,
    ),
  ]);
  return (
    <Messages namespaces={["record", "trade", "spot", "market.voided", "proof"]}>
      <Seed entries={page ? [[tradingKeys.page(query, trail.at(-1)), page]] : []}>
        <Page title={t("title")} backHref="/trade" width="wide">
          <RecordPrintLine site={config.siteName} user={username} query={query} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-text-2">{t("intro")}</p>
            <div className="flex gap-3" data-print="hide">
              <CsvButton path="/trades/user" query={query} />
              <PrintButton />
            </div>
          </div>
          <RecordView query={query} trail={trail} />
        </Page>
      </Seed>
    </Messages>
  );
}

import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { pageMetadata } from "@/app/page-metadata";
import { CsvButton } from "@/components/app/csv-button";
import { Messages } from "@/components/app/messages";
import { periodText } from "@/components/app/period-text";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { PrintButton } from "@/components/layout/print-button";
import { TransactionFilters } from "@/components/ledger/transaction-filters";
import { TransactionHistory } from "@/components/ledger/transaction-history";
import { summaryText } from "@/components/ledger/transactions-summary";
import { TextLink } from "@/components/ui/text-link";
import { transactionTypes } from "@/lib/ledger/transactions/transaction-rules";
import { endOf, now, timeOf } from "@/lib/platform/time";
import { readListState, searchParamsOf } from "@/lib/platform/ui/list-url";
import { requireUser } from "@/lib/sessions/page-gate";
import { loadPublicConfig } from "@/lib/settings/data";
import { TRANSACTIONS_PER_PAGE, transactionKeys } from "@/lib/statements/client";
import { listHistory } from "@/lib/statements/history";

/** What the address may ask for; anything else there is as if it were not. */
const filters = z.object({
  view: z.literal("accounts").optional().catch(undefined),
  type: z.enum(transactionTypes).optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
});

export const generateMetadata = () => pageMetadata("transactions");

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function TransactionHistoryPage({ searchParams }: Props) {
  const { userId, username } = await requireUser();
  const params = await searchParams;
  const query = filters.parse(params);
  const { trail } = readListState(searchParamsOf(params), []);
  const today = now().toISOString().slice(0, 10);
  const [t, inWords, config, page] = await Promise.all([
    getTranslations("transactions"),
    getTranslations("period"),
    loadPublicConfig(),
    // A place that is none is said by the list itself. Totals of a long history take longer, and come after the page.
    listHistory(query.view ?? "wealth", {
      userId,
      type: query.type,
      from: query.from === undefined ? undefined : timeOf(query.from),
      to: query.to === undefined ? undefined : endOf(query.to),
      cursor: trail.at(-1),
      limit: TRANSACTIONS_PER_PAGE,
    }).catch(() => null),
  ]);
  const period = periodText(inWords, query);
  return (
    <Messages
      namespaces={["transactions", "totals", "period", "trade", "spot", "market.voided", "proof"]}
    >
      <Seed entries={page ? [[transactionKeys.page(query, trail.at(-1)), page]] : []}>
        <Page title={t("title")} backHref="/profile" width="wide">
          <p data-print="only" className="hidden">
            {t("printLine", {
              site: config.siteName,
              user: username,
              period,
            })}
          </p>
          <TransactionFilters query={query} today={today} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-text-2">{summaryText(t, query, period)}</p>
            <div className="flex flex-wrap items-center gap-3" data-print="hide">
              <span className="basis-full sm:basis-auto">
                <TextLink href="/statements" look="action">
                  {t("statements")}
                </TextLink>
              </span>
              <CsvButton path="/user/transactions" query={query} />
              <PrintButton />
            </div>
          </div>
          <TransactionHistory query={query} trail={trail} />
        </Page>
      </Seed>
    </Messages>
  );
}

import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { HistoryView } from "@/components/savings/history-view";
import { SAVINGS_PER_PAGE, savingKeys } from "@/lib/savings/client";
import { moneyNow, mySavings } from "@/lib/savings/data";
import { savingStatuses } from "@/lib/savings/rules";
import { requireUser } from "@/lib/sessions/page-gate";

/** What the address may ask for; anything else there is as if it were not. */
const filters = z.object({ status: z.enum(savingStatuses).optional().catch(undefined) });

export const generateMetadata = () =>
  pageMetadata("savings", { title: "historyTitle", description: "historyDescription" });

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SavingHistoryPage({ searchParams }: Props) {
  const [{ userId }, t] = await Promise.all([requireUser(), getTranslations("savings")]);
  const { status } = filters.parse(await searchParams);
  // Before the list: one that is from before midnight must not pass for one from after it.
  const now = await moneyNow();
  const first = await mySavings(userId, { status, limit: SAVINGS_PER_PAGE });
  return (
    <Messages namespaces={["savings", "proof"]}>
      <Seed entries={[[savingKeys.mine(status), { pages: [first], pageParams: [null] }]]}>
        <Page title={t("historyTitle")} backHref="/storage?tab=savings">
          <HistoryView initial={status} serverNow={now.toISOString()} />
        </Page>
      </Seed>
    </Messages>
  );
}

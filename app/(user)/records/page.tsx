import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Seed, type SeedEntry } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { RecordsView } from "@/components/records/records-view";
import { listDeposits } from "@/lib/deposits/data";
import { serializeDeposit } from "@/lib/deposits/serializers";
import { requireUser } from "@/lib/sessions/page-gate";
import { type PaymentStatus, WAITING_STATUSES } from "@/lib/wallets/payment-status";
import { withdrawalKeys } from "@/lib/withdrawals/client";
import { listWithdrawals } from "@/lib/withdrawals/data";
import { type RecordFilter, recordKinds, recordStatuses } from "@/lib/withdrawals/record-rules";
import { recordTotals } from "@/lib/withdrawals/record-totals";
import {
  depositPage,
  finishedStatuses,
  RECORDS_PER_PAGE,
  recordKeys,
  withdrawalPage,
} from "@/lib/withdrawals/records-client";
import { serializeWithdrawal } from "@/lib/withdrawals/serializers";

/** What the address may ask for; anything else there is as if it were not. */
const filters = z.object({
  kind: z.enum(recordKinds).optional().catch(undefined),
  status: z.enum(recordStatuses).optional().catch(undefined),
});

export const generateMetadata = () => pageMetadata("records");

/** The first page of each list that the filter shows. */
async function seedOf(userId: string, { kind, status }: RecordFilter): Promise<SeedEntry[]> {
  const groups: (readonly PaymentStatus[])[] = [
    status === undefined || status === "waiting" ? WAITING_STATUSES : [],
    finishedStatuses(status),
  ].filter(({ length }) => length > 0);
  const page = (first: unknown) => ({ pages: [first], pageParams: [null] });
  const entries = groups.map(async (statuses) => {
    const query = { limit: RECORDS_PER_PAGE, status: [...statuses] };
    const [deposits, withdrawals] = await Promise.all([
      kind === "withdrawal" ? null : listDeposits(userId, query),
      kind === "deposit" ? null : listWithdrawals(userId, query),
    ]);
    const found: SeedEntry[] = [];
    if (deposits) {
      const answer = { ...deposits, deposits: deposits.items.map(serializeDeposit) };
      found.push([recordKeys.deposit(statuses), page(depositPage(answer))]);
    }
    if (withdrawals) {
      const answer = { ...withdrawals, withdrawals: withdrawals.items.map(serializeWithdrawal) };
      found.push([recordKeys.withdrawal(statuses), page(withdrawalPage(answer))]);
    }
    return found;
  });
  return (await Promise.all(entries)).flat();
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function RecordsPage({ searchParams }: Props) {
  const { userId } = await requireUser();
  const filter = filters.parse(await searchParams);
  const [t, seed, totals] = await Promise.all([
    getTranslations("records"),
    seedOf(userId, filter),
    recordTotals(userId, filter),
  ]);
  return (
    <Messages namespaces={["records", "totals", "deposit", "withdraw", "proof"]}>
      <Seed entries={[...seed, [withdrawalKeys.recordTotals(filter), totals]]}>
        <Page title={t("title")} backHref="/profile">
          <RecordsView filter={filter} />
        </Page>
      </Seed>
    </Messages>
  );
}

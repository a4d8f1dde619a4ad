import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { cache } from "react";
import { forTitle } from "@/app/for-title";
import { loadById } from "@/app/load-by-id";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { SavingPage } from "@/components/savings/saving-page";
import { getBalance } from "@/lib/accounts/balance";
import { accountKeys } from "@/lib/accounts/client";
import { renderText } from "@/lib/platform/text/languages";
import { savingKeys } from "@/lib/savings/client";
import { getPlan, moneyNow } from "@/lib/savings/data";
import type { SavingDto } from "@/lib/savings/schema";
import { requireUser } from "@/lib/sessions/page-gate";

type Props = { params: Promise<{ id: string }> };

/** The plan of the address. @throws Next's not found where it names none. */
const loadPlan = cache(async (id: string): Promise<SavingDto> => {
  const { userId } = await requireUser();
  return loadById(id, (planId) => getPlan(userId, planId));
});

const nameOf = async ({ name }: SavingDto) => renderText(name, await getLocale());

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const plan = await forTitle(loadPlan((await params).id));
  const metadata = await pageMetadata("savings", { description: "planDescription" });
  return plan === null ? metadata : { ...metadata, title: await nameOf(plan) };
}

export default async function SavingPlanPage({ params }: Props) {
  const [{ userId }, { id }] = await Promise.all([requireUser(), params]);
  const plan = await loadPlan(id);
  const [balance, now, name] = await Promise.all([getBalance(userId), moneyNow(), nameOf(plan)]);
  return (
    <Messages namespaces={["savings"]}>
      <Seed
        entries={[
          [savingKeys.plan(id), plan],
          [accountKeys.balance(), balance],
        ]}
      >
        <Page title={name} backHref="/storage?tab=savings" className="space-y-4">
          <SavingPage id={id} serverNow={now.toISOString()} />
        </Page>
      </Seed>
    </Messages>
  );
}

import { PayoutsPage } from "@/components/admin/payments/payouts-page";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { listPayouts } from "@/lib/withdrawals/payouts";
import { staffWithdrawalKeys } from "@/lib/withdrawals/staff-client";
import { NoAccess, staffMetadata } from "../../staff-page";

export const generateMetadata = () => staffMetadata("payouts");

const MOST = 100;

export default async function StaffPage() {
  const user = await requireAdmin();
  if (!may(user, "proofs.read")) return <NoAccess page="payouts" />;
  const payouts = await listPayouts({ limit: MOST, cursor: undefined });
  return (
    <PageMessages namespaces={["staffDesk"]}>
      <Seed entries={[[staffWithdrawalKeys.payouts(), payouts]]}>
        <PayoutsPage />
      </Seed>
    </PageMessages>
  );
}

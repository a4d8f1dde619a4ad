import type { Metadata } from "next";
import { cache } from "react";
import { forTitle } from "@/app/for-title";
import { loadById } from "@/app/load-by-id";
import { UserPage } from "@/components/admin/users/user-page";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { staffKeys } from "@/lib/staff/client";
import { getUserDetail } from "@/lib/staff/user-details";
import { NoAccess, staffMetadata } from "../../staff-page";

type Props = { params: Promise<{ userId: string }> };

const NAMESPACES = [
  "staffUser",
  "limits",
  "staffPassword",
  "staffDesk",
  "staffRights",
  "staffApprovals",
  "staffAudit",
  "staffSavings",
  "savings",
  "security",
  "ai",
  "orders",
  "recurring",
  "errors.accounts",
  "errors.staff",
  "errors.ai",
  "errors.deposits",
  "errors.trading",
  "errors.wallets",
  "errors.withdrawals",
  "errors.approvals",
  "errors.views",
];

/** The user of the address, or null for staff who may not see users. @throws Next's not found where there is none. */
const loadUser = cache(async (userId: string) => {
  if (!may(await requireAdmin(), "users.read")) return null;
  return loadById(userId, getUserDetail);
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const user = await forTitle(loadUser((await params).userId));
  const metadata = await staffMetadata("users");
  return user === null ? metadata : { ...metadata, title: user.username };
}

export default async function StaffUserPage({ params }: Props) {
  const [staff, user] = await Promise.all([requireAdmin(), loadUser((await params).userId)]);
  if (user === null) return <NoAccess page="users" />;
  return (
    <PageMessages namespaces={NAMESPACES}>
      <Seed entries={[[staffKeys.user(user.id), user]]}>
        <UserPage userId={user.id} staffId={staff.userId} />
      </Seed>
    </PageMessages>
  );
}

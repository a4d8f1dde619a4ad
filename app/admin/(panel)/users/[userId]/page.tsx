import { notFound } from "next/navigation";
import { UserPage } from "@/components/admin/user-page";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed";
import { maySeeArea, mayUseArea } from "@/lib/accounts/area-access";
import { requireAdmin } from "@/lib/accounts/gate";
import { staffKeys } from "@/lib/accounts/staff-client";
import { getUserDetail } from "@/lib/accounts/staff-data";
import { AppError } from "@/lib/platform/errors";
import { idParams } from "@/lib/platform/http";
import { STAFF_AREAS } from "@/lib/platform/staff-areas";
import { NoAccess, staffMetadata } from "../../staff-page";

type Props = { params: Promise<{ userId: string }> };

const NAMESPACES = [
  "staffUser",
  "staffPassword",
  "staffDesk",
  "staffRights",
  "staffApprovals",
  "staffSavings",
  "savings",
  "security",
  "ai",
];

export const generateMetadata = () => staffMetadata("users");

export default async function StaffUserPage({ params }: Props) {
  const { userId } = await params;
  const staff = await requireAdmin();
  if (!maySeeArea(staff, "users")) return <NoAccess page="users" />;
  const id = idParams.safeParse({ id: userId });
  if (!id.success) notFound();
  const user = await getUserDetail(id.data.id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "NOT_FOUND") notFound();
    throw error;
  });
  return (
    <PageMessages namespaces={NAMESPACES}>
      <Seed entries={[[staffKeys.user(user.id), user]]}>
        <UserPage
          userId={user.id}
          staffId={staff.userId}
          areas={STAFF_AREAS.filter((area) => mayUseArea(staff, area))}
          sees={STAFF_AREAS.filter((area) => maySeeArea(staff, area))}
        />
      </Seed>
    </PageMessages>
  );
}

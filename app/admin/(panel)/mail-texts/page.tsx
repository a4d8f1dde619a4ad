import { MailTextsPage } from "@/components/admin/mail-texts/mail-texts-page";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { mailTextsKey } from "@/lib/mail-texts/client";
import { listMailTexts } from "@/lib/mail-texts/staff";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("mailTexts");

export default async function StaffMailTextsPage() {
  const user = await requireAdmin();
  if (!may(user, "documents.read")) return <NoAccess page="mailTexts" />;
  const mailTexts = await listMailTexts();
  return (
    <PageMessages namespaces={["staffMailTexts", "errors.documents"]}>
      <Seed entries={[[mailTextsKey, mailTexts]]}>
        <MailTextsPage mayChange={may(user, "documents.edit")} />
      </Seed>
    </PageMessages>
  );
}

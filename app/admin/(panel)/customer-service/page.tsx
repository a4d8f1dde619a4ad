import { ContactsPage } from "@/components/admin/contacts/contacts-page";
import { PageMessages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { staffContactKeys } from "@/lib/contacts/staff-client";
import { allContacts, serializeAdminList } from "@/lib/contacts/staff-data";
import { requireAdmin } from "@/lib/sessions/page-gate";
import { may } from "@/lib/sessions/permission-rules";
import { NoAccess, staffMetadata } from "../staff-page";

export const generateMetadata = () => staffMetadata("customer-service");

export default async function StaffContactsPage() {
  const user = await requireAdmin();
  if (!may(user, "contacts.read")) return <NoAccess page="customer-service" />;
  const list = serializeAdminList(await allContacts());
  return (
    <PageMessages namespaces={["staffConflict", "staffContacts", "errors.contacts"]}>
      <Seed entries={[[staffContactKeys.all, list]]}>
        <ContactsPage />
      </Seed>
    </PageMessages>
  );
}

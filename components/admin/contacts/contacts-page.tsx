"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { AdminPage } from "@/components/layout/admin-shell";
import { Button } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { showToast } from "@/components/ui/overlays/toast";
import { useContactOrder } from "@/lib/contacts/order-client";
import { useStaffContacts, useToggleContact } from "@/lib/contacts/staff-client";
import { messageOf } from "@/lib/platform/client/api";
import { useMay } from "../panel/staff-rights";
import { ContactList } from "./contact-list";
import type { ContactStep } from "./contact-steps";

const ContactSteps = lazyDialog(
  () => import("./contact-steps").then((module) => module.ContactSteps),
  { close: ({ onDone }) => onDone() },
);

/** Ways to reach support: the popup's list, its order and every change of it. */
export function ContactsPage() {
  const t = useTranslations("staffContacts");
  const titles = useTranslations("staff.titles");
  const canWrite = useMay("contacts.edit");
  const answer = useStaffContacts();
  const { services, problem, reorder } = useContactOrder(answer.data);
  const toggle = useToggleContact();
  const [step, setStep] = useState<ContactStep | null>(null);
  const switchStatus = ({ _id: id, isActive, title }: (typeof services)[number]) =>
    toggle.mutate(
      { id, isActive: !isActive },
      { onSuccess: () => showToast.success(t(isActive ? "nowHidden" : "nowShown", { title })) },
    );
  const failure = problem ?? (toggle.error ? messageOf(toggle.error) : null);
  return (
    <AdminPage
      title={titles("customer-service")}
      actions={
        canWrite ? (
          <Button
            icon={<Plus aria-hidden="true" />}
            onClick={() => setStep({ kind: "form", contact: null })}
          >
            {t("add")}
          </Button>
        ) : null
      }
    >
      <p className="max-w-prose text-text-2">{t("intro")}</p>
      <div role="alert">{failure ? <Banner tone="warn">{failure}</Banner> : null}</div>
      {answer.data === undefined ? (
        <QueryState query={answer} label={t("loading")} rows={4} rowClass="h-16" />
      ) : services.length === 0 ? (
        <EmptyState text={t("empty")} />
      ) : (
        <ContactList
          services={services}
          onReorder={reorder}
          onToggle={switchStatus}
          onEdit={(contact) => setStep({ kind: "form", contact })}
          onDelete={(contact) => setStep({ kind: "delete", contact })}
        />
      )}
      {step ? (
        <ContactSteps
          key={`${step.kind} ${step.contact?._id}`}
          step={step}
          onDone={() => setStep(null)}
        />
      ) : null}
    </AdminPage>
  );
}

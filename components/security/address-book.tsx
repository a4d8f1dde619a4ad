"use client";

import { BookUser, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Address } from "@/components/ui/display/address";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { CardList } from "@/components/ui/display/data-list";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { showToast } from "@/components/ui/overlays/toast";
import { useQuestion } from "@/components/ui/overlays/use-question";
import { Switch } from "@/components/ui/switch";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { messageOf } from "@/lib/platform/client/api";
import type { Security } from "@/lib/security/schema";
import {
  useAddressBook,
  useAddressBookOnly,
  useRemoveAddress,
} from "@/lib/withdrawals/address-client";
import type { AddressBook as Book } from "@/lib/withdrawals/address-schema";

const SecurityDialog = lazyDialog(() =>
  import("./security-dialog").then((module) => module.SecurityDialog),
);
const SaveAddressDialog = lazyDialog(() =>
  import("./save-address-dialog").then((module) => module.SaveAddressDialog),
);

const TITLE_ID = "addresses";
const NO_CODES = () => undefined;

/** Saved withdrawal addresses, and the choice to withdraw to nowhere else. */
export function AddressBook({ security }: { security: Security }) {
  const t = useTranslations("security.addresses");
  const book = useAddressBook();
  const [adding, setAdding] = useState<{ open: boolean } | null>(null);
  return (
    <section aria-labelledby={TITLE_ID}>
      <SectionTitle
        id={TITLE_ID}
        action={
          <Button variant="ghost" className="-mx-4" onClick={() => setAdding({ open: true })}>
            {t("add")}
          </Button>
        }
      >
        {t("title")}
      </SectionTitle>
      {book.data ? (
        <div className="space-y-3">
          <BookOnly book={book.data} security={security} />
          <Addresses book={book.data} />
        </div>
      ) : (
        <QueryState query={book} label={t("title")} rows={2} text={t("failed")} />
      )}
      {adding ? (
        <SaveAddressDialog open={adding.open} onOpenChange={(open) => setAdding({ open })} />
      ) : null}
    </section>
  );
}

function BookOnly({ book, security }: { book: Book; security: Security }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("security.addresses");
  const only = useAddressBookOnly();
  const [releasing, setReleasing] = useState<{ open: boolean } | null>(null);
  const { addressBookOnly, addressBookOffAt } = book;
  const bind = () =>
    only.mutate(
      { addressBookOnly: true },
      {
        onSuccess: () => showToast.success(t("bound")),
        onError: (error) => showToast.error(messageOf(error)),
      },
    );
  return (
    <Card className="space-y-2">
      <Switch
        label={t("only")}
        checked={addressBookOnly && addressBookOffAt === null}
        onCheckedChange={(checked) => (checked ? bind() : setReleasing({ open: true }))}
      />
      <p className="text-caption text-text-2">{t("onlyText")}</p>
      {addressBookOffAt ? (
        <Banner tone="warn">
          {t("ends", { at: formatDateTime(addressBookOffAt, { zone: true }) })}
        </Banner>
      ) : null}
      {releasing ? (
        <SecurityDialog
          task="addressBookOff"
          open={releasing.open}
          onOpenChange={(open) => setReleasing({ open })}
          security={security}
          onCodes={NO_CODES}
        />
      ) : null}
    </Card>
  );
}

function Addresses({ book }: { book: Book }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("security.addresses");
  const remove = useRemoveAddress();
  const question = useQuestion(remove);
  const removing = book.addresses.find(({ id }) => id === question.about);
  if (book.addresses.length === 0) {
    return (
      <Card padding="none">
        <EmptyState icon={BookUser} text={t("empty")} />
      </Card>
    );
  }
  return (
    <>
      <CardList
        caption={t("title")}
        rows={book.addresses}
        rowKey={({ id }) => id}
        card={(saved) => ({
          title: (
            <>
              {saved.label}
              <Address value={saved.address} className="block font-normal text-caption" />
            </>
          ),
          amount: `${saved.currency} · ${saved.network}`,
          meta:
            saved.usable || !book.addressBookOnly
              ? t("saved", { date: formatDateTime(saved.createdAt, { style: "date" }) })
              : t("usableFrom", { at: formatDateTime(saved.usableFrom, { zone: true }) }),
          actions: (
            <Button
              variant="outline"
              icon={<Trash2 aria-hidden="true" />}
              aria-label={t("removeNamed", { label: saved.label })}
              onClick={() => question.ask(saved.id)}
            >
              {t("remove")}
            </Button>
          ),
        })}
      />
      <ConfirmDialog
        {...question.dialog}
        title={t("removeTitle")}
        description={t("removeText", { label: removing?.label ?? "" })}
        confirmLabel={t("remove")}
      />
    </>
  );
}

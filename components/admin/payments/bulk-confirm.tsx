"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import { useCanWrite } from "../panel/staff-areas";
import type { BulkDialogProps } from "./bulk-dialog";

const BulkDialog = lazyDialog<BulkDialogProps>(() =>
  import("./bulk-dialog").then((module) => module.BulkDialog),
);

/** Whether nothing about a deposit asks for a look: its hash is known, it has no flag and a rate, and it is not one's own. */
const isPlain = (deposit: AdminDepositDto, staffId: string) =>
  deposit.status === "pending" &&
  deposit.flags.length === 0 &&
  deposit.sameHash.length === 0 &&
  deposit.transactionHash !== null &&
  (deposit.quote !== null || deposit.currency === "XAUT") &&
  deposit.user.id !== staffId;

/** Confirms the deposits of a page that have no flag, after one look at all of them. */
export function BulkConfirm({
  rows,
  staffId,
}: {
  rows: readonly AdminDepositDto[];
  staffId: string;
}) {
  const t = useTranslations("staffDesk.bulk");
  const canWrite = useCanWrite("finance");
  const plain = rows.filter((row) => isPlain(row, staffId));
  // What was looked at stays, whatever the list becomes meanwhile.
  const [chosen, setChosen] = useState<readonly AdminDepositDto[]>([]);
  const [open, setOpen] = useState(false);
  const start = () => {
    setChosen(plain);
    setOpen(true);
  };
  if (!canWrite) return null;
  return (
    <>
      {plain.length > 1 ? (
        <Button variant="outline" onClick={start}>
          {t("open", { count: plain.length })}
        </Button>
      ) : null}
      {chosen.length > 0 ? (
        <BulkDialog
          key={chosen.map(({ id }) => id).join()}
          deposits={chosen}
          open={open}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { useMay } from "../panel/staff-rights";
import type { BulkDialogProps, BulkItem } from "./bulk-dialog";

const BulkDialog = lazyDialog<BulkDialogProps>(() =>
  import("./bulk-dialog").then((module) => module.BulkDialog),
);

/** The way to decide on the requests of a page that have no flag, after one look at all of them. */
export function Bulk({
  kind,
  items,
}: {
  kind: BulkDialogProps["kind"];
  items: readonly BulkItem[];
}) {
  const t = useTranslations(`staffDesk.bulk.${kind}`);
  const mayDecide = useMay(kind === "deposit" ? "deposits.confirm" : "withdrawals.approve");
  // What was looked at stays, whatever the list becomes meanwhile.
  const [chosen, setChosen] = useState<readonly BulkItem[]>([]);
  const [open, setOpen] = useState(false);
  const start = () => {
    setChosen(items);
    setOpen(true);
  };
  if (!mayDecide) return null;
  return (
    <>
      {items.length > 1 ? (
        <Button variant="outline" onClick={start}>
          {t("open", { count: items.length })}
        </Button>
      ) : null}
      {chosen.length > 0 ? (
        <BulkDialog
          key={chosen.map(({ id }) => id).join()}
          kind={kind}
          items={chosen}
          open={open}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

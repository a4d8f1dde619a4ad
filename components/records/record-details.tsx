"use client";

import { useTranslations } from "next-intl";
import { DepositDetails } from "@/components/deposits/deposit-details";
import { PrivateImage } from "@/components/files/private-image";
import { OwnProof } from "@/components/transparency/own-proof";
import { Dialog } from "@/components/ui/overlays/dialog";
import { WithdrawalDetails } from "@/components/withdrawals/withdrawal-details";
import type { PaymentRecord } from "@/lib/withdrawals/records-client";
import type { WithdrawalDto } from "@/lib/withdrawals/schema";

/** All that is known of a record, with the proof of a deposit and Cancel for a pending withdrawal. */
export function RecordDetails({
  record,
  onCancelled,
  onClose,
}: {
  record: PaymentRecord;
  onCancelled: (withdrawal: WithdrawalDto) => void;
  onClose: () => void;
}) {
  const t = useTranslations("records");
  const { currency, network } = record.payment;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      placement="sheet"
      title={t(`titles.${record.kind}`, { currency, network })}
    >
      {record.kind === "deposit" ? (
        <div className="space-y-4">
          <DepositDetails deposit={record.payment} />
          <PrivateImage src={record.payment.proofUrl} alt={t("proof")} />
        </div>
      ) : (
        <WithdrawalDetails withdrawal={record.payment} onCancelled={onCancelled} />
      )}
      <div className="mt-4">
        <OwnProof kind={record.kind} id={record.payment.id} />
      </div>
    </Dialog>
  );
}

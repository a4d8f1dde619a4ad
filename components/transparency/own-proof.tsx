"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/overlays/dialog";
import { api } from "@/lib/platform/client/api";
import type { OwnProofKind, Proof } from "@/lib/transparency/receipt/schema";
import { ProofSection } from "./proof-section";

export interface OwnProofProps {
  kind: OwnProofKind;
  id: string;
}

/** What proves something of one's own, asked for when it is wanted. */
export function OwnProof({ kind, id }: OwnProofProps) {
  const load = async () =>
    (await api.get<{ receipt: Proof }>(`/user/proofs/${kind}/${id}`)).receipt;
  return <ProofSection kind={kind} id={id} load={load} />;
}

/** The same in a dialog. @param what names what is proved */
export function OwnProofDialog({
  what,
  onClose,
  ...own
}: OwnProofProps & { what: string; onClose: () => void }) {
  const t = useTranslations("proof");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      placement="sheet"
      title={t("title")}
      description={what}
    >
      <OwnProof {...own} />
    </Dialog>
  );
}

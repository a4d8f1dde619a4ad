"use client";

import { FileCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlays/dialog";
import { api } from "@/lib/platform/client/api";
import type { OwnProofKind, Proof } from "@/lib/transparency/receipt/schema";
import { ProofSection } from "./proof-section";

interface OwnProofProps {
  kind: OwnProofKind;
  id: string;
}

/** What proves something of one's own, asked for when it is wanted. */
export function OwnProof({ kind, id }: OwnProofProps) {
  const load = async () =>
    (await api.get<{ receipt: Proof }>(`/user/proofs/${kind}/${id}`)).receipt;
  return <ProofSection kind={kind} id={id} load={load} />;
}

/** The same behind a button, for rows of lists. @param what names the row for who can't see it */
export function OwnProofButton({ what, ...own }: OwnProofProps & { what: string }) {
  const t = useTranslations("proof");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        icon={<FileCheck aria-hidden="true" />}
        aria-label={`${t("title")} ${what}`}
        onClick={() => setOpen(true)}
      >
        {t("title")}
      </Button>
      {isOpen ? (
        <Dialog open onOpenChange={setOpen} placement="sheet" title={t("title")} description={what}>
          <OwnProof {...own} />
        </Dialog>
      ) : null}
    </>
  );
}

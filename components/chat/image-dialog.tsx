"use client";

import { useTranslations } from "next-intl";
import { PrivateImage } from "@/components/files/private-image";
import { Dialog } from "@/components/ui/overlays/dialog";

/** An image of the conversation as large as the window allows. */
export function ImageDialog({ src, onClose }: { src: string; onClose: () => void }) {
  const t = useTranslations("chat");
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} placement="side" title={t("image")}>
      <PrivateImage src={src} alt={t("image")} className="mx-auto" />
    </Dialog>
  );
}

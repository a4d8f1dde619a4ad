"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { usePreview } from "@/components/forms/use-preview";
import { Banner } from "@/components/ui/display/banner";
import { QrCode } from "@/components/ui/display/qr-code";

const SIZE = 144;

/** A picture of the operator's own beside the code that is drawn from the address. */
export function QrPair({
  address,
  image,
  warning,
}: {
  address: string;
  /** The picture's address, a picked file, or null. */
  image: string | File | null;
  /** What is wrong with the picture. */
  warning?: string;
}) {
  const t = useTranslations("staffWallets");
  return (
    <div className="space-y-3">
      <div className="grid grid-cols-2 gap-3">
        <Figure caption={t("drawnQr")}>
          <QrCode value={address} label={t("drawnQrLabel", { address })} size={SIZE} />
        </Figure>
        {image ? (
          <Figure caption={t("ownQr")}>
            {typeof image === "string" ? (
              // biome-ignore lint/performance/noImgElement: a picture of our own, shown as it is
              <img src={image} alt={t("ownQrLabel")} width={SIZE} height={SIZE} className={IMAGE} />
            ) : (
              <FileImage file={image} label={t("ownQrLabel")} />
            )}
          </Figure>
        ) : null}
      </div>
      {warning ? <Banner tone="warn">{warning}</Banner> : null}
    </div>
  );
}

const IMAGE = "mx-auto size-36 max-w-full rounded-chip bg-white object-contain";

function FileImage({ file, label }: { file: File; label: string }) {
  const preview = usePreview(file);
  // biome-ignore lint/performance/noImgElement: a local object URL
  return <img ref={preview} alt={label} width={SIZE} height={SIZE} className={IMAGE} />;
}

function Figure({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <figure className="min-w-0 space-y-1">
      {children}
      <figcaption className="text-center text-caption text-text-2">{caption}</figcaption>
    </figure>
  );
}

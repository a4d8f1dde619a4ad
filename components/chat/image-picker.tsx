import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { IMAGE_ACCEPT } from "@/components/forms/file-check";

export interface ImagePickerProps {
  /** Its click opens the device's dialog. */
  ref: Ref<HTMLInputElement>;
  onChoose: (file: File) => void;
}

/** The device's own dialog for an image, opened by a button elsewhere. The same file can be chosen twice. */
export function ImagePicker({ ref, onChoose }: ImagePickerProps) {
  const t = useTranslations("chat");
  return (
    <input
      ref={ref}
      type="file"
      hidden
      tabIndex={-1}
      aria-label={t("chooseImage")}
      accept={`${IMAGE_ACCEPT},image/heic,image/heif`}
      onChange={({ target }) => {
        const file = target.files?.[0];
        if (file) onChoose(file);
        target.value = "";
      }}
    />
  );
}

"use client";

import { ImageUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Field } from "@/components/forms/field";
import { checkImageFile, type FileProblem, IMAGE_ACCEPT } from "@/components/forms/file-check";
import { TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { Logo } from "@/components/ui/display/logo";
import { ProgressBar } from "@/components/ui/display/progress-bar";
import { ApiError, networkMessage } from "@/lib/platform/client/api";
import { uploadLogo } from "@/lib/settings/client";

export interface ImageSettingProps {
  label: string;
  hint: string;
  error: string | undefined;
  /** A path or address; empty for the built-in logo. */
  value: string;
  siteName: string;
  /** Shown small and without the name, as in a browser tab. */
  isIcon: boolean;
  onChange: (value: string) => void;
}

/** Uploads a picked image; what went wrong is said in the server's words. */
function useUpload(onChange: (value: string) => void) {
  const t = useTranslations("staffSettings.image");
  const files = useTranslations("ui.file");
  const textOf = (problem: FileProblem) => {
    if (problem === "notImage") return t("unsupported");
    return problem === "tooLarge" ? t("tooLarge") : files(problem);
  };
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string>();
  const send = async (file: File | undefined) => {
    if (!file || progress !== null) return;
    const checked = await checkImageFile(file);
    setFailure(checked.problem && textOf(checked.problem));
    if (!checked.file) return;
    setProgress(0);
    try {
      onChange((await uploadLogo(checked.file, setProgress)).logoUrl);
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : networkMessage());
    } finally {
      setProgress(null);
    }
  };
  return { send, progress, failure };
}

/** An image of the site: its address, an upload, and how it looks on both themes. */
export function ImageSetting({
  label,
  hint,
  error,
  value,
  siteName,
  isIcon,
  onChange,
}: ImageSettingProps) {
  const t = useTranslations("staffSettings.image");
  const picker = useRef<HTMLInputElement>(null);
  const { send, progress, failure } = useUpload(onChange);
  return (
    <div className="min-w-0 space-y-2">
      <Field label={label} hint={hint} error={failure ?? error}>
        <TextInput
          name={isIcon ? "favicon" : "logoUrl"}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="outline"
          icon={<ImageUp aria-hidden="true" />}
          pending={progress !== null}
          pendingLabel={t("uploading")}
          onClick={() => picker.current?.click()}
        >
          {t(isIcon ? "uploadIcon" : "uploadLogo")}
        </Button>
        {(["light", "dark"] as const).map((theme) => (
          <div
            key={theme}
            data-theme={theme}
            className="flex min-h-12 min-w-0 items-center rounded-control border border-line bg-bg px-3 text-text"
          >
            <span className="sr-only">{t(theme)}</span>
            <Logo key={value} src={value} siteName={siteName} withName={!isIcon} />
          </div>
        ))}
      </div>
      {progress === null ? null : <ProgressBar value={progress} label={t("uploading")} />}
      <input
        ref={picker}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={t(isIcon ? "uploadIcon" : "uploadLogo")}
        accept={IMAGE_ACCEPT}
        onChange={(event) => {
          void send(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </div>
  );
}

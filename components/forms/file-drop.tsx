"use client";

import { clsx } from "clsx";
import { Camera, ImagePlus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type Ref, useId, useRef, useState } from "react";
import { ProgressBar } from "@/components/ui/display/progress-bar";
import { Button } from "../ui/button";
import { IconButton } from "../ui/icon-button";
import { FieldMessage } from "./field";
import { checkImageFile, type FileProblem, IMAGE_ACCEPT } from "./file-check";
import { joinRefs } from "./join-refs";
import { usePreview } from "./use-preview";

const MEGABYTE = 1024 * 1024;
/** A wrong format gets its reason, or is converted, instead of being out of reach. */
const ACCEPTS = { files: `${IMAGE_ACCEPT},image/heic,image/heif`, camera: "image/*" };

export interface FileDropProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The picked file; the caller keeps it, also after a failed upload. */
  file: File | null;
  onFileChange: (file: File | null) => void;
  /** From the form: "Please upload a transaction screenshot", or why the upload failed. */
  error?: ReactNode;
  /** 0 to 1 while uploading. */
  progress?: number | null;
  onCancelUpload?: () => void;
  /** Offered beside the error after an upload failed that may succeed the next time. */
  onRetry?: () => void;
  /** The button that picks a file, for focusing the first error. */
  ref?: Ref<HTMLButtonElement>;
}

/** Picks one image by file dialog, camera, drop or paste; shows it, and the upload's progress. */
export function FileDrop({
  label,
  hint,
  file,
  onFileChange,
  error,
  progress = null,
  onCancelUpload,
  onRetry,
  ref,
}: FileDropProps) {
  const t = useTranslations("ui.file");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const [reading, setReading] = useState(false);
  const [over, setOver] = useState(false);
  const uploading = progress !== null;

  const newest = useRef<File>(undefined);
  const take = async (picked: File | null | undefined) => {
    if (!picked || uploading) return;
    newest.current = picked;
    setReading(true);
    const checked = await checkImageFile(picked);
    if (newest.current !== picked) return;
    setReading(false);
    setProblem(checked.problem ?? null);
    if (checked.file) onFileChange(checked.file);
  };
  // One input for both ways, so that there is one place where the file goes in.
  const ask = (way: "files" | "camera") => {
    if (!input.current) return;
    input.current.accept = ACCEPTS[way];
    if (way === "camera") input.current.setAttribute("capture", "environment");
    else input.current.removeAttribute("capture");
    input.current.click();
  };
  const message = problem ? t(problem) : error;
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;

  return (
    <fieldset
      className="min-w-0"
      aria-labelledby={id}
      onPaste={(event) => void take(event.clipboardData.files[0])}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files[0]);
      }}
    >
      <p id={id} className="mb-1 text-text-2">
        {label}
      </p>
      <div
        className={clsx(
          "rounded-field border border-dashed p-4",
          over ? "border-gold-line bg-gold-soft" : message ? "border-down" : "border-control",
        )}
      >
        {file ? (
          <PickedFile
            file={file}
            progress={progress}
            onCancelUpload={onCancelUpload}
            onRemove={() => {
              setProblem(null);
              onFileChange(null);
              choose.current?.focus();
            }}
          />
        ) : null}
        <div className={clsx("flex flex-wrap gap-3", file && "sr-only focus-within:not-sr-only")}>
          <Button
            ref={joinRefs(choose, ref)}
            variant="outline"
            className="flex-auto whitespace-nowrap"
            icon={<ImagePlus aria-hidden="true" />}
            aria-invalid={message ? true : undefined}
            aria-describedby={`${message ? `${errorId} ` : ""}${hintId}`}
            onClick={() => ask("files")}
          >
            {t("choose")}
          </Button>
          <Button
            variant="outline"
            className="flex-auto whitespace-nowrap"
            icon={<Camera aria-hidden="true" />}
            onClick={() => ask("camera")}
          >
            {t("camera")}
          </Button>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          aria-label={t("choose")}
          accept={ACCEPTS.files}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </div>
      <div role="alert">
        <FieldMessage id={errorId}>{message}</FieldMessage>
        {message && file && onRetry && !problem && !uploading ? (
          <Button variant="outline" className="mt-2" onClick={onRetry}>
            {t("retry")}
          </Button>
        ) : null}
      </div>
      <p role="status" className="text-caption text-text-2">
        {reading ? t("reading") : null}
      </p>
      <p id={hintId} className="mt-1 text-caption text-text-2">
        {hint ?? t("hint")}
      </p>
    </fieldset>
  );
}

function PickedFile({
  file,
  progress,
  onRemove,
  onCancelUpload,
}: {
  file: File;
  progress: number | null;
  onRemove: () => void;
  onCancelUpload?: () => void;
}) {
  const t = useTranslations("ui.file");
  const preview = usePreview(file);
  const size =
    file.size < MEGABYTE
      ? t("kilobytes", { size: Math.ceil(file.size / 1024) })
      : t("megabytes", { size: (file.size / MEGABYTE).toFixed(1) });
  return (
    <div className="flex items-center gap-3">
      <span className="flex size-16 shrink-0 items-center justify-center overflow-hidden rounded-chip bg-surface-2">
        {/* biome-ignore lint/performance/noImgElement: a local object URL */}
        <img ref={preview} alt={t("preview")} className="size-full object-cover" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">{file.name}</p>
        <p className="text-caption text-text-2">
          {progress === null ? size : t("uploading", { percent: Math.round(progress * 100) })}
        </p>
        {progress === null ? null : (
          <ProgressBar value={progress} label={t("progress")} className="mt-2" />
        )}
      </div>
      {progress === null ? (
        <IconButton label={t("remove")} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      ) : onCancelUpload ? (
        <Button variant="outline" onClick={onCancelUpload}>
          {t("cancel")}
        </Button>
      ) : null}
    </div>
  );
}

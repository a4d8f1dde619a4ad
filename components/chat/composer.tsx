"use client";

import { ImagePlus, Send, X } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type ClipboardEvent,
  type FormEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Field } from "@/components/forms/field";
import { checkImageFile, type FileProblem } from "@/components/forms/file-check";
import { TextArea } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { Outbox } from "@/lib/chat/outbox";
import { isBlank, MAX_MESSAGE_LENGTH } from "@/lib/chat/rules";
import { ImagePicker } from "./image-picker";
import { LocalImage } from "./message-bubble";

const MAX_LINES = 5;

/** Help with writing, from whoever shows the conversation. */
export interface ComposerAssist {
  /** Buttons beside "Add image". */
  tools: ReactNode;
  /** Suggestions, shown above the field. */
  list: ReactNode;
  /** Ties the suggestions to the field. */
  controlProps: HTMLAttributes<HTMLTextAreaElement>;
  /** Takes the keys that are for the suggestions; returns whether it took this one. */
  onKeyDown: (event: KeyboardEvent) => boolean;
  field: RefObject<HTMLTextAreaElement | null>;
}

export interface ComposerProps {
  /** Keeps what is typed. */
  outbox: Pick<Outbox, "subscribe" | "draft" | "saveDraft">;
  assist?: ComposerAssist;
  onText: (text: string) => void;
  /** Absent where only texts can be sent. */
  onImage?: (image: File) => void;
}

/** As high as its text, up to five lines. */
function adjustHeight(field: HTMLTextAreaElement): void {
  const style = getComputedStyle(field);
  const frame = field.offsetHeight - field.clientHeight;
  const padding = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
  const highest = Number.parseFloat(style.lineHeight) * MAX_LINES + padding + frame;
  field.style.height = "auto";
  field.style.height = `${Math.min(field.scrollHeight + frame, highest)}px`;
}

/** Where a message is written. Enter sends, Shift and Enter begin a line, an image is seen before it goes. */
export function Composer({ outbox, assist, onText, onImage }: ComposerProps) {
  const t = useTranslations("chat");
  const files = useTranslations("ui.file");
  const ownField = useRef<HTMLTextAreaElement>(null);
  const field = assist?.field ?? ownField;
  const picker = useRef<HTMLInputElement>(null);
  const text = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.draft,
    () => "",
  );
  const [image, setImage] = useState<File | null>(null);
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState<FileProblem | "tooLong" | null>(null);
  useLayoutEffect(() => {
    if (field.current?.value === text) adjustHeight(field.current);
  }, [text, field]);

  const write = (next: string) => {
    outbox.saveDraft(next);
    setProblem(null);
  };
  const take = async (picked: File) => {
    setReading(true);
    const { file, problem } = await checkImageFile(picked);
    setReading(false);
    setProblem(problem ?? null);
    if (file) setImage(file);
  };
  const paste = (event: ClipboardEvent) => {
    const file = event.clipboardData.files[0];
    // Cells of a spreadsheet come as text and as a picture of it.
    if (!file || !onImage || event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    void take(file);
  };
  const send = () => {
    field.current?.focus();
    const message = text.trim();
    if (message.length > MAX_MESSAGE_LENGTH) return setProblem("tooLong");
    setProblem(null);
    if (image) onImage?.(image);
    setImage(null);
    if (isBlank(message)) return;
    onText(message);
    write("");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const key = (event: KeyboardEvent) => {
    if (assist?.onKeyDown(event)) return;
    if (event.key !== "Enter" || event.shiftKey) return;
    // The Enter that ends the composition of a character is no Enter; Safari says so by its code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  };
  const error =
    problem === "tooLong"
      ? t("tooLong", { length: text.trim().length, max: MAX_MESSAGE_LENGTH })
      : problem && files(problem);
  return (
    <form noValidate onSubmit={submit} className="relative shrink-0 space-y-2 pt-2">
      {assist?.list}
      <p aria-live="polite" className="text-caption text-text-2 empty:mb-0!">
        {reading ? files("reading") : null}
      </p>
      {image ? (
        <div className="flex items-center gap-3 rounded-card border border-line bg-surface p-2">
          <LocalImage file={image} className="size-14 rounded-chip object-cover" />
          <span className="min-w-0 flex-1 truncate">{image.name}</span>
          <IconButton label={files("remove")} onClick={() => setImage(null)}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      ) : null}
      <div className="flex items-end gap-2">
        {onImage ? (
          <>
            <IconButton
              label={t("addImage")}
              className="mb-0.5"
              onClick={() => picker.current?.click()}
            >
              <ImagePlus aria-hidden="true" />
            </IconButton>
            <ImagePicker ref={picker} onChoose={(file) => void take(file)} />
          </>
        ) : null}
        {assist?.tools}
        <Field label={t("message")} hideLabel error={error} className="flex-1">
          <TextArea
            {...assist?.controlProps}
            ref={field}
            rows={1}
            value={text}
            placeholder={t("message")}
            enterKeyHint="send"
            autoComplete="off"
            className="block resize-none!"
            onChange={(event) => write(event.target.value)}
            onKeyDown={key}
            onPaste={paste}
          />
        </Field>
        <Button type="submit" aria-label={t("send")} reservesWidth={false} className="px-0">
          <Send aria-hidden="true" />
        </Button>
      </div>
    </form>
  );
}

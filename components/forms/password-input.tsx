"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "../ui/icon-button";
import { TextInput, type TextInputProps } from "./text-input";

export interface PasswordInputProps extends Omit<TextInputProps, "type" | "start" | "end"> {
  /** "current-password" or "new-password"; "off" for a withdrawal password. */
  autoComplete: string;
}

/** A masked field with a button that shows what was typed. Pasting is allowed. */
export function PasswordInput(props: PasswordInputProps) {
  const t = useTranslations("ui");
  const [shown, setShown] = useState(false);
  const Icon = shown ? Eye : EyeOff;
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? "text" : "password"}
      end={
        <IconButton
          // Not "password": whoever looks for the field by its label would find this, too.
          label={t("showCharacters")}
          aria-pressed={shown}
          className="-my-2 -mr-2"
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden="true" />
        </IconButton>
      }
    />
  );
}

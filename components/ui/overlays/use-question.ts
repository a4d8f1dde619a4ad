"use client";

import { useState } from "react";
import { messageOf } from "@/lib/platform/client/api";

type Mutation<Input> = {
  mutate: (input: Input, options: { onSuccess: () => void }) => void;
  reset: () => void;
  isPending: boolean;
  error: unknown;
};

/** A question whose yes sends something: its dialog stays until that is done, and says what went wrong. */
export function useQuestion<Input>(mutation: Mutation<Input>, onDone?: () => void) {
  const [asked, setAsked] = useState<{ input: Input; open: boolean } | null>(null);
  const close = () => setAsked(asked && { ...asked, open: false });
  return {
    ask: (input: Input) => {
      mutation.reset();
      setAsked({ input, open: true });
    },
    /** What it is about; that stays while the dialog goes away. */
    about: asked?.input,
    /** For its `ConfirmDialog`. */
    dialog: {
      open: asked?.open ?? false,
      onOpenChange: close,
      pending: mutation.isPending,
      error: mutation.error ? messageOf(mutation.error) : null,
      onConfirm: () => {
        if (!asked) return;
        mutation.mutate(asked.input, {
          onSuccess: () => {
            close();
            onDone?.();
          },
        });
      },
    },
  };
}

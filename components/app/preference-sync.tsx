"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useRef } from "react";
import { setColourMode, useColourMode } from "@/components/ui/colour-mode";
import { setBalancesHidden, useBalancesHidden } from "@/components/ui/hide-balances";
import { setTheme, useTheme } from "@/components/ui/theme";
import { notify } from "@/components/ui/toast";
import { savePreferences } from "@/lib/accounts/client";
import type { Preferences } from "@/lib/accounts/security-schema";
import { messageOf } from "@/lib/platform/client/api";

const isSame = (a: Preferences, b: Preferences) =>
  a.theme === b.theme && a.colourMode === b.colourMode && a.hideBalances === b.hideBalances;

/**
 * Keeps how the site looks the same on all devices of a person: what the server knows is put on
 * this device, and every choice made here is stored with the account. Renders nothing.
 */
export function PreferenceSync({ chosen }: { chosen: Preferences }) {
  const t = useTranslations("app.preferences");
  const theme = useTheme();
  const colourMode = useColourMode();
  const hideBalances = useBalancesHidden();
  const save = useMutation({
    mutationFn: savePreferences,
    // One after the other: the last choice must be the last to arrive.
    scope: { id: "preferences" },
    onError: (error) => notify.error(t("failed", { reason: messageOf(error) })),
  });
  /** What the account is known to have; null until this device shows it. */
  const known = useRef<Preferences | null>(null);

  useLayoutEffect(() => {
    known.current = null;
    setTheme(chosen.theme);
    setColourMode(chosen.colourMode);
    setBalancesHidden(chosen.hideBalances);
  }, [chosen.theme, chosen.colourMode, chosen.hideBalances]);

  useEffect(() => {
    if (theme === null) return;
    const shown: Preferences = { theme, colourMode, hideBalances };
    if (known.current === null) {
      if (isSame(shown, chosen)) known.current = shown;
      return;
    }
    if (isSame(shown, known.current)) return;
    known.current = shown;
    save.mutate(shown);
  });

  return null;
}

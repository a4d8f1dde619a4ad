"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useLayoutEffect } from "react";
import { onChoice } from "@/components/ui/choices/choices";
import { setColourMode } from "@/components/ui/choices/colour-mode";
import { setBalancesHidden } from "@/components/ui/choices/hide-balances";
import { setTheme } from "@/components/ui/choices/theme";
import { setTimes } from "@/components/ui/choices/times";
import { showToast } from "@/components/ui/overlays/toast";
import { savePreferences } from "@/lib/accounts/client";
import type { Looks } from "@/lib/accounts/preferences-schema";
import { messageOf } from "@/lib/platform/client/api";

/**
 * Keeps how the site looks the same on all devices of a person: what the server knows is put on
 * this device, and every choice made in this tab is stored with the account. Renders nothing.
 */
export function PreferenceSync({ chosen }: { chosen: Looks }) {
  const t = useTranslations("app.preferences");
  const { mutate } = useMutation({
    mutationFn: savePreferences,
    // One after the other: the last choice must be the last to arrive.
    scope: { id: "preferences" },
    onError: (error) => showToast.error(t("failed", { reason: messageOf(error) })),
  });

  useLayoutEffect(() => {
    setTheme(chosen.theme);
    setColourMode(chosen.colourMode);
    setBalancesHidden(chosen.hideBalances);
    setTimes(chosen.times);
    // Only now: what comes from the account is no choice.
    return onChoice(mutate);
  }, [chosen.theme, chosen.colourMode, chosen.hideBalances, chosen.times, mutate]);

  return null;
}

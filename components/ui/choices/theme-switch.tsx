"use client";

import { useTranslations } from "next-intl";
import { Segmented } from "../segmented";
import { type ColourMode, setColourMode, useColourMode } from "./colour-mode";
import { setTheme, type ThemeChoice, useTheme } from "./theme";
import { setTimes, type TimesChoice, useDeviceZone, useTimes } from "./times";

/** Light, dark, or as the device says. */
export function ThemeSwitch() {
  const t = useTranslations("ui.theme");
  const theme = useTheme();
  return (
    <Segmented<ThemeChoice>
      label={t("label")}
      value={theme}
      onValueChange={setTheme}
      options={[
        { value: "light", label: t("light") },
        { value: "dark", label: t("dark") },
        { value: "system", label: t("system") },
      ]}
    />
  );
}

/** The colours of up and down: green and red, or blue and orange. */
export function ColourModeSwitch() {
  const t = useTranslations("ui.theme");
  const mode = useColourMode();
  return (
    <Segmented<ColourMode>
      label={t("colours")}
      value={mode}
      onValueChange={setColourMode}
      options={[
        { value: "default", label: t("default") },
        { value: "blue-orange", label: t("blueOrange") },
      ]}
    />
  );
}

/** Times in the zone of the device, which is named, or in UTC. */
export function TimesSwitch() {
  const t = useTranslations("ui.times");
  const zone = useDeviceZone();
  return (
    <Segmented<TimesChoice>
      label={t("label")}
      value={useTimes()}
      onValueChange={setTimes}
      options={[
        { value: "local", label: zone === null ? t("local") : t("localNamed", { zone }) },
        { value: "utc", label: t("utc") },
      ]}
    />
  );
}

"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Pill } from "@/components/ui/display/pill";
import { showToast } from "@/components/ui/overlays/toast";
import { messageOf } from "@/lib/platform/client/api";
import { useRefreshSecurity } from "@/lib/security/client";
import { setDeviceApproval } from "@/lib/security/device-client";
import type { Security } from "@/lib/security/schema";
import { SettingRow } from "./setting-row";

/** Whether a new device waits for its owner's approval by mail, and the way to change that. */
export function DeviceApprovalRow({
  security,
  onTurnOff,
}: {
  security: Security;
  onTurnOff: () => void;
}) {
  const t = useTranslations("security");
  const refresh = useRefreshSecurity();
  const turnOn = useMutation({
    mutationFn: () => setDeviceApproval({ enabled: true }),
    onSuccess: async ({ message }) => {
      if (message) showToast.success(message);
      await refresh();
    },
    onError: (error) => showToast.error(messageOf(error)),
  });
  const isOn = security.deviceApproval;
  return (
    <SettingRow
      title={t("approval.title")}
      pill={
        isOn ? (
          <Pill tone="up" icon={CircleCheck}>
            {t("on")}
          </Pill>
        ) : (
          <Pill icon={CircleOff}>{t("off")}</Pill>
        )
      }
      state={isOn || security.emailVerified ? t("approval.text") : t("approval.needsEmail")}
    >
      {isOn ? (
        <Button variant="outline" aria-label={t("approval.turnOff")} onClick={onTurnOff}>
          {t("turnOff")}
        </Button>
      ) : security.emailVerified ? (
        <Button
          variant="outline"
          aria-label={t("approval.turnOn")}
          pending={turnOn.isPending}
          reservesWidth
          onClick={() => turnOn.mutate()}
        >
          {t("turnOn")}
        </Button>
      ) : null}
    </SettingRow>
  );
}

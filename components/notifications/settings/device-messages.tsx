"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import {
  type DevicePart,
  deviceState,
  NoPushService,
  turnOff,
  turnOn,
} from "@/lib/notifications/channels/device-client";
import { messageOf } from "@/lib/platform/client/api";

/** Push messages of this device, of one part: on or off, or why there are none. */
export function DeviceMessages({ userId, part }: { userId: string; part: DevicePart }) {
  const t = useTranslations("notificationSettings.device");
  const queryClient = useQueryClient();
  const queryKey = ["push-device", part, userId];
  const { data: state } = useQuery({ queryKey, queryFn: () => deviceState(userId, part) });
  const isOn = state === "on";
  const change = useMutation({
    mutationFn: () => (isOn ? turnOff(userId, part) : turnOn(userId, part)),
    onSuccess: (next) => queryClient.setQueryData(queryKey, next),
  });
  const reasonOf = (error: unknown) =>
    error instanceof NoPushService ? t("noService") : messageOf(error);
  return (
    <>
      <p role="status" className="min-h-6">
        {state ? t(state) : null}
      </p>
      {state === "on" || state === "off" ? (
        <Button variant="outline" pending={change.isPending} onClick={() => change.mutate()}>
          {isOn ? t("turnOff") : t("turnOn")}
        </Button>
      ) : null}
      <InlineError>
        {change.error ? t(isOn ? "offFailed" : "failed", { reason: reasonOf(change.error) }) : null}
      </InlineError>
    </>
  );
}

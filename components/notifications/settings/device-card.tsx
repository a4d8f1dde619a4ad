"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { InlineError } from "@/components/ui/display/inline-error";
import {
  deviceState,
  NoPushService,
  turnOff,
  turnOn,
} from "@/lib/notifications/channels/device-client";
import { messageOf } from "@/lib/platform/client/api";

const TITLE_ID = "device";

/** Push messages of this device: on or off, or why there are none. */
export function DeviceCard({ userId }: { userId: string }) {
  const t = useTranslations("notificationSettings.device");
  const queryClient = useQueryClient();
  const queryKey = ["push-device", userId];
  const { data: state } = useQuery({ queryKey, queryFn: () => deviceState(userId) });
  const isOn = state === "on";
  const change = useMutation({
    mutationFn: () => (isOn ? turnOff(userId) : turnOn(userId)),
    onSuccess: (next) => queryClient.setQueryData(queryKey, next),
  });
  const reasonOf = (error: unknown) =>
    error instanceof NoPushService ? t("noService") : messageOf(error);
  return (
    <section aria-labelledby={TITLE_ID}>
      <SectionTitle id={TITLE_ID}>{t("title")}</SectionTitle>
      <Card className="space-y-3">
        <p role="status" className="min-h-6">
          {state ? t(state) : null}
        </p>
        {state === "on" || state === "off" ? (
          <Button variant="outline" pending={change.isPending} onClick={() => change.mutate()}>
            {isOn ? t("turnOff") : t("turnOn")}
          </Button>
        ) : null}
        <InlineError>
          {change.error
            ? t(isOn ? "offFailed" : "failed", { reason: reasonOf(change.error) })
            : null}
        </InlineError>
      </Card>
    </section>
  );
}

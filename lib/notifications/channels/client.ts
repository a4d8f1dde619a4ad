import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { NotificationSettings, NotificationSettingsChange } from "./schema";

const PATH = "/user/notification-settings";
type Answer = { settings: NotificationSettings };

export const notificationSettingsKey = ["notification-settings"] as const;

/** How the logged-in person is told of what happens. */
export function useNotificationSettings() {
  return useQuery({
    queryKey: notificationSettingsKey,
    queryFn: async ({ signal }) => (await api.get<Answer>(PATH, { signal })).settings,
  });
}

const withChange = (
  settings: NotificationSettings,
  { kinds, ...rest }: NotificationSettingsChange,
): NotificationSettings => ({ ...settings, ...rest, kinds: { ...settings.kinds, ...kinds } });

/** Changes how one is told: seen at once, and taken back where the server refuses. */
export function useNotificationSettingsChange() {
  const queryClient = useQueryClient();
  return useMutation({
    // One after the other: the last choice must be the last to arrive.
    scope: { id: "notification-settings" },
    mutationFn: async (change: NotificationSettingsChange) =>
      (await api.put<Answer>(PATH, change)).settings,
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: notificationSettingsKey });
      queryClient.setQueryData<NotificationSettings>(
        notificationSettingsKey,
        (settings) => settings && withChange(settings, change),
      );
    },
    onError: () => queryClient.invalidateQueries({ queryKey: notificationSettingsKey }),
  });
}

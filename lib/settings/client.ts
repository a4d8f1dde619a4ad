import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, authHeaders, readResponse } from "@/lib/platform/client/api";
import { uploadForm } from "@/lib/platform/ui/upload";
import type { AllSettings, Settings } from "./schema";

export const staffSettingKeys = { all: ["staff", "settings"] as const };

/** Everything that can be set, with who set it last. */
export function useAllSettings() {
  return useQuery({
    queryKey: staffSettingKeys.all,
    queryFn: ({ signal }) => api.get<AllSettings>("/admin/settings", { signal }),
  });
}

/** What is changed, and what the person saw there before. */
export type SettingsChange = {
  changes: Partial<Settings>;
  expected: Partial<Settings>;
  proof?: Proof;
  /** Why, where something is paused or goes on. */
  reason?: string;
};
/** The caller's password and code, for guarded settings. */
export type Proof = { password?: string; totp?: string };

/** Saves settings, or nothing at all when somebody changed one of them in between. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ change, key }: { change: SettingsChange; key: string }) =>
      api.put(
        "/settings/config",
        { ...change.changes, expected: change.expected, ...change.proof, reason: change.reason },
        { idempotencyKey: key },
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffSettingKeys.all }),
  });
}

/** Uploads an image and returns the address to set. @throws ApiError, TypeError without a network */
export async function uploadLogo(
  file: File,
  onProgress: (part: number) => void,
): Promise<{ logoUrl: string }> {
  const form = new FormData();
  form.set("logo", file);
  const headers = authHeaders();
  const response = await uploadForm("/api/admin/upload/logo", form, { headers, onProgress });
  return readResponse(response, headers);
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type { ChangeMailTextInput, MailPreviewDto, MailPreviewInput, MailTextDto } from "./schema";

const PATH = "/admin/mail-texts";
type Answer = { mailTexts: MailTextDto[] };

export const mailTextsKey = ["staff", "mail-texts"] as const;

/** The words of every kind of mail in every language. */
export function useMailTexts() {
  return useQuery({
    queryKey: mailTextsKey,
    queryFn: async ({ signal }) => (await api.get<Answer>(PATH, { signal })).mailTexts,
  });
}

/** Writes the words of a kind of mail, or restores those of the site. */
export function useMailTextChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: ChangeMailTextInput) =>
      (await api.put<Answer>(PATH, input)).mailTexts,
    onSuccess: (mailTexts) => queryClient.setQueryData(mailTextsKey, mailTexts),
  });
}

/** A mail as it would be sent. */
export function useMailPreview() {
  return useMutation({
    mutationFn: (input: MailPreviewInput) => api.post<MailPreviewDto>(`${PATH}/preview`, input),
  });
}

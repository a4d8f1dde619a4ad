import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/platform/client/api";
import type {
  AdminDocumentDto,
  CreateDocumentInput,
  DocumentTextDto,
  DocumentVersionDto,
  UpdateDocumentInput,
} from "./staff-schema";

export const staffDocumentKeys = {
  all: ["staff", "documents"] as const,
  list: () => ["staff", "documents", "list"] as const,
  one: (id: string) => ["staff", "documents", "one", id] as const,
  versions: (id: string) => ["staff", "documents", "versions", id] as const,
  version: (id: string, version: number) => ["staff", "documents", "version", id, version] as const,
};

type OneResponse = { document: AdminDocumentDto };
type DocumentPage = { documents: AdminDocumentDto[]; nextCursor: string | null };
type VersionPage = { versions: DocumentVersionDto[]; nextCursor: string | null };

async function fetchDocuments(signal: AbortSignal): Promise<AdminDocumentDto[]> {
  const documents: AdminDocumentDto[] = [];
  let cursor: string | null = null;
  do {
    const query = { cursor, limit: 100 };
    const page: DocumentPage = await api.get("/admin/documents", { query, signal });
    documents.push(...page.documents);
    cursor = page.nextCursor;
  } while (cursor);
  return documents;
}

/** All documents, published or not. */
export function useAdminDocuments() {
  return useQuery({
    queryKey: staffDocumentKeys.list(),
    queryFn: ({ signal }) => fetchDocuments(signal),
  });
}

/** One document as it is now. */
export function useAdminDocument(id: string) {
  return useQuery({
    queryKey: staffDocumentKeys.one(id),
    queryFn: async ({ signal }) =>
      (await api.get<OneResponse>(`/admin/documents/${id}`, { signal })).document,
  });
}

/** A document's versions, the newest first. */
export function useVersions(id: string) {
  return useInfiniteQuery({
    queryKey: staffDocumentKeys.versions(id),
    queryFn: ({ pageParam, signal }) =>
      api.get<VersionPage>(`/admin/documents/${id}/versions`, {
        query: { cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** The text of one version; versions never change. */
export function useVersion(id: string, version: number | null) {
  return useQuery({
    queryKey: staffDocumentKeys.version(id, version ?? 0),
    queryFn: async ({ signal }) =>
      (
        await api.get<{ version: DocumentTextDto }>(`/admin/documents/${id}/versions/${version}`, {
          signal,
        })
      ).version,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: version !== null,
  });
}

function useDocumentMutation<Input>(send: (input: Input) => Promise<OneResponse>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => (await send(input)).document,
    onSuccess: (document) => {
      queryClient.setQueryData(staffDocumentKeys.one(document.id), document);
      void queryClient.invalidateQueries({ queryKey: staffDocumentKeys.list() });
      void queryClient.invalidateQueries({ queryKey: staffDocumentKeys.versions(document.id) });
    },
  });
}

/** Adds a document; the same key adds it once. */
export function useCreateDocument() {
  return useDocumentMutation(({ input, key }: { input: CreateDocumentInput; key: string }) =>
    api.post<OneResponse>("/admin/documents", input, { idempotencyKey: key }),
  );
}

/** Saves a document as a new version; fails when somebody saved another one since. */
export function useUpdateDocument(id: string) {
  return useDocumentMutation(({ input, key }: { input: UpdateDocumentInput; key: string }) =>
    api.put<OneResponse>(`/admin/documents/${id}`, input, { idempotencyKey: key }),
  );
}

/** Publishes a document or takes it off the site. */
export function useToggleDocument() {
  return useDocumentMutation(({ id, isActive }: { id: string; isActive: boolean }) =>
    api.patch<OneResponse>(`/admin/documents/${id}/toggle-status`, { isActive }),
  );
}

/** Deletes a document with its versions. */
export function useDeleteDocument() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete(`/admin/documents/${id}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: staffDocumentKeys.list() }),
  });
}

/** A text as the public page would show it, made by the server that makes that page. */
export function usePreview(content: string) {
  return useQuery({
    queryKey: ["staff", "document-preview", content],
    queryFn: ({ signal }) =>
      api.post<{ html: string; removed: string[] }>(
        "/admin/documents/preview",
        { content },
        { signal },
      ),
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
}

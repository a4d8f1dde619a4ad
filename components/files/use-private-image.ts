import { useQuery } from "@tanstack/react-query";
import { ApiError, authHeaders } from "@/lib/platform/client/api";

/**
 * The bytes of a private image. An `<img>` can't send the session's Bearer token, so they are fetched
 * and shown from memory.
 */
export function usePrivateImage(src: string) {
  return useQuery({
    queryKey: ["files", src],
    queryFn: async ({ signal }) => {
      const response = await fetch(src, { headers: authHeaders(), signal, cache: "no-store" });
      if (!response.ok) throw new ApiError(response.status, "FILE", "The image can't be shown");
      return response.blob();
    },
    // The bytes behind an address never change, so not even a resync fetches them again.
    staleTime: "static",
  });
}

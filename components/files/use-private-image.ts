import { useQuery } from "@tanstack/react-query";
import { fetchBlob } from "@/lib/platform/client/download";

/**
 * The bytes of a private image. An `<img>` can't send the session's Bearer token, so they are fetched
 * and shown from memory.
 */
export function usePrivateImage(src: string) {
  return useQuery({
    queryKey: ["files", src],
    queryFn: ({ signal }) => fetchBlob(src, signal),
    // The bytes behind an address never change, so not even a resync fetches them again.
    staleTime: "static",
  });
}

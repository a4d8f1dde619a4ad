import { carryToast, showToast } from "@/components/ui/overlays/toast";
import { readStored } from "@/lib/platform/client/safe-storage";

/** As in lib/platform/client/api, which would bring its texts into documents. */
const TOKEN_KEY = "token";

/**
 * Keeps a language with the account of whoever is logged in here.
 * @param failed said on the next page where the account could not be told
 */
export async function saveLanguage(language: string, failed: string): Promise<void> {
  const token = readStored("localStorage", TOKEN_KEY);
  if (!token) return;
  const answer = await fetch("/api/user/preferences", {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ language }),
  }).catch(() => null);
  if (answer?.ok) return;
  showToast.error(failed);
  carryToast();
}

import { carryToast, showToast } from "@/components/ui/overlays/toast";
import { savePreferences } from "@/lib/accounts/client";
import { storedToken } from "@/lib/platform/client/api";

/**
 * Keeps a language with the account of whoever is logged in here.
 * @param failed said on the next page where the account could not be told
 */
export async function saveLanguage(language: string, failed: string): Promise<void> {
  if (!storedToken()) return;
  try {
    await savePreferences({ language });
  } catch {
    showToast.error(failed);
    carryToast();
  }
}

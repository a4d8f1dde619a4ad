import { headers } from "next/headers";
import { chosenScript } from "@/components/ui/choices/stored-choices-script";
import type { Looks } from "@/lib/accounts/preferences-schema";
import { PreferenceSync } from "./live/preference-sync";

/** Shows the site as the logged-in person chose it, whatever this device remembers. */
export async function ChosenLooks({ preferences }: { preferences: Looks }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <>
      <script
        nonce={nonce}
        // Browsers hide a script's nonce from the page, so React sees a difference.
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made of checked values
        dangerouslySetInnerHTML={{ __html: chosenScript(preferences) }}
      />
      <PreferenceSync chosen={preferences} />
    </>
  );
}

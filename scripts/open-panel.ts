import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { closeDatabase } from "@/lib/platform/db";
import { updateSettings } from "@/lib/site/mutations";

// `npm run panel:open`: switches the staff panel on again when an administrator switched it off.

async function main(): Promise<void> {
  await updateSettings(SYSTEM_ACTOR, { adminPanelEnabled: true });
  process.stdout.write("The staff panel is on. Log in at /admin/login.\n");
}

void main()
  .catch((error: unknown) => {
    process.stderr.write(
      `The staff panel could not be switched on: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  })
  .then(closeDatabase);

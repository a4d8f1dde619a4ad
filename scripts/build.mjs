import { ensureBuilt, ensureGenerated } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { runMain } from "./lib/report.mjs";

// `npm run build`, and with --generate only the database client.
runMain(async () => {
  await ensureInstalled();
  await (process.argv.includes("--generate") ? ensureGenerated() : ensureBuilt());
});

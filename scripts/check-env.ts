// Run before anything is started, so that a bad variable costs no database start.
async function main(): Promise<void> {
  await import("../lib/platform/env");
  await import("../lib/platform/text/site-locale");
  const { checkMarketEnv } = await import("../lib/market/feed/from-env");
  const warning = await checkMarketEnv();
  // On stdout: what is said on stderr is shown only where the start fails.
  if (warning !== null) console.log(`Warning: ${warning}`);
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  console.error(text.replace("Invalid configuration\n", ""));
  process.exitCode = 1;
});

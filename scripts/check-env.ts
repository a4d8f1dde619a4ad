// Run before anything is started, so that a bad variable costs no database start.
async function main(): Promise<void> {
  await import("../lib/platform/env");
  const { checkMarketEnv } = await import("../lib/market/feed/from-env");
  await checkMarketEnv();
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  console.error(text.replace("Invalid configuration\n", ""));
  process.exitCode = 1;
});

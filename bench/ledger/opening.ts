/** Calls at a time, where nothing else is said. */
export const IN_FLIGHT = 16;

/** An option for some user, as open-option.sql opens it. */
export const orderOf = (users: string[], number: number) => ({
  userId: users[number % users.length] ?? "",
  key: `node:${process.hrtime.bigint()}:${number}`,
  refusal: null,
  riskVersion: 1,
  direction: "up" as const,
  amountMicro: 1_000_000n,
  durationSeconds: 60,
  payoutRatePpm: 820_000,
  minAmountMicro: 1_000_000n,
  maxAmountMicro: 1_000_000_000n,
  dailyTradeLimit: 1000,
  minSources: 1,
  capPerSecondMicro: null,
  capPerDirectionMicro: null,
});

/** openOption() through the production driver. @returns calls a second. */
export async function openFromNode(
  users: string[],
  seconds: number,
  inFlight = IN_FLIGHT,
): Promise<number> {
  const { openOption } = await import("@/lib/ledger/open-option");
  let opened = 0;
  const end = performance.now() + seconds * 1000;
  const worker = async (number: number) => {
    for (let i = 0; performance.now() < end; i++) {
      await openOption(orderOf(users, number * 7919 + i * 104_729));
      opened++;
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: inFlight }, (_, number) => worker(number)));
  return opened / ((performance.now() - started) / 1000);
}

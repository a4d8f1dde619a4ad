/** What some work of this process took. CPU of all its threads, where others use the machine too, says more than the clock. */
export type Cost = { seconds: number; cpuSeconds: number; peakMb: number };

/** @returns what the work returns, and what it took; the peak is the process's since its start */
export async function costOf<T>(work: () => Promise<T>): Promise<{ value: T; cost: Cost }> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()];
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return {
    value,
    cost: {
      seconds: (performance.now() - startedAt) / 1000,
      cpuSeconds: (user + system) / 1e6,
      peakMb: process.resourceUsage().maxRSS / 1024,
    },
  };
}

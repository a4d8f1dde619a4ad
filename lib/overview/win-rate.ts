/** How often users win, and whether that can be chance. */

/** The 95% quantile of the normal distribution, two-sided. */
const Z = 1.96;

/**
 * Between which rates the chance to win lies with 95%: Wilson's interval, which holds for few cases too.
 * @param decided at least one
 */
export function winInterval(won: number, decided: number): { low: number; high: number } {
  const share = won / decided;
  const middle = share + Z ** 2 / (2 * decided);
  const half = Z * Math.sqrt((share * (1 - share)) / decided + Z ** 2 / (4 * decided ** 2));
  const all = 1 + Z ** 2 / decided;
  return { low: (middle - half) / all, high: (middle + half) / all };
}

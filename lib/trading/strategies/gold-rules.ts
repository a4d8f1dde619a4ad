/**
 * What each strategy gained with its defaults on 13 years of real daily gold (March 2006 to February 2019), beside buying
 * and holding over the same days, in whole percent after costs. Played again by gold.test.ts.
 */
export const goldResults = [
  { id: "dca", rules: 129, held: 139 },
  { id: "ema-crossover", rules: 39, held: 113 },
  { id: "grid", rules: 29, held: 139 },
  { id: "mean-reversion", rules: 13, held: 103 },
] as const;

/** Whether simulations and properties run at full size (`npm run test:long`) or at a sixth of it. */
export const IS_LONG = process.env.TEST_LONG === "1";

/** Whether this is the whole of `npm test`, which leaves out what only `npm run test:long` has. */
export const IS_SHORT = process.env.TEST_SHORT === "1";

/** How many runs of a property, of those that it has at full size. Each time they are others. */
export const sizedRuns = (full: number): number => (IS_LONG ? full : Math.ceil(full / 6));

/** What is in lanes.mjs, for its test. */
export const BROWSER_LANES: { name: string; paths: string[]; port: number; load: number }[];

/** Fewest and most characters of a reason. Apart from its schema, so that a form can state them at once. */
export const REASON_MIN = 5;
export const REASON_MAX = 500;

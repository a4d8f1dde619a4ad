/** Longest name of a label, in UTF-16 units. */
export const MAX_LABEL_LENGTH = 30;

/** As many as a person can still find their way in. */
export const MAX_LABELS = 40;

declare const brand: unique symbol;

/**
 * The id of who is logged in. Functions that move somebody's own money ask for it, so that no other id gets there by
 * mistake: not of a record, and not one that a request names.
 */
export type UserId = string & { readonly [brand]: "UserId" };

/** Says of an id that it is of who is logged in. For the gate, which has seen the session, and for tests. */
export const userIdOf = (id: string): UserId => id as UserId;

/** The zone that a browser's reader wants times in. A cookie, so that the server writes them the same. */
export const ZONE_COOKIE = "time-zone";

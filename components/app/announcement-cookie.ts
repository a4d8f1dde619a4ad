/** Which announcement this browser's reader has dismissed. A cookie, so that the server leaves it out. */
export const ANNOUNCEMENT_COOKIE = "announcement";

// By itself: what answers built files knows no settings of a site.
const READ_METHODS = ["GET", "HEAD"];

/** What a path that can only be read allows, as the header of its 405 says it. */
export const READ_ONLY = READ_METHODS.join(", ");

/** Whether a request only reads: HEAD is answered by the GET of its path. */
export const isRead = (method = "") => READ_METHODS.includes(method);

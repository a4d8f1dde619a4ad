export { notify, REVOKED_EVENT, type RealtimeEvent } from "./events";
export { hasSocketServer, socketCount } from "./status";

export { eventText, REVOKED_EVENT, type RealtimeEvent, withFittingText } from "./events";
export { hasSocketServer, socketCount } from "./status";

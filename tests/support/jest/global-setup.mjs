export { startTestPostgres as default } from "./postgres.mjs";

export { stopTestPostgres as default } from "./postgres.mjs";

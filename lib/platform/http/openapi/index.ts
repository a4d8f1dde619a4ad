export { buildDocument } from "./document";
export { type ApiRoute, type Endpoint, listEndpoints } from "./endpoints";
export { errorCodesOf } from "./error-codes";
export { nameSchemas, type SchemaModule } from "./names";

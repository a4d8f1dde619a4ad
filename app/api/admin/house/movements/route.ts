import { exportMovements, listMovements } from "@/lib/house/data";
import { houseMovementsQuerySchema, houseMovementsResponseSchema } from "@/lib/house/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The movements of one account of the house, newest first; as CSV with format=csv",
      tag: "House",
      auth: "admin",
      isFromReplica: true,
      permission: "house.read",
      query: houseMovementsQuerySchema,
      response: houseMovementsResponseSchema,
    },
    ({ query }) => (query.format === "csv" ? exportMovements(query) : listMovements(query)),
  ),
});

import { endpoints, route } from "@/lib/accounts/gate";
import { listMovements } from "@/lib/house/data";
import { houseMovementsAnswerSchema, houseMovementsQuerySchema } from "@/lib/house/schema";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(
    {
      summary: "The movements of one account of the house, newest first",
      tag: "House",
      auth: "admin",
      area: "finance",
      query: houseMovementsQuerySchema,
      response: houseMovementsAnswerSchema,
    },
    ({ query }) => listMovements(query),
  ),
});

import { getHouse } from "@/lib/house/data";
import { houseResponseSchema } from "@/lib/house/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The house's accounts, what each must keep, and the caps on options",
      tag: "House",
      auth: "admin",
      permission: "house.read",
      response: houseResponseSchema,
    },
    () => getHouse(),
  ),
});

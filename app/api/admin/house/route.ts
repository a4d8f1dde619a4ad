import { endpoints, route } from "@/lib/accounts/gate";
import { getHouse } from "@/lib/house/data";
import { houseAnswerSchema } from "@/lib/house/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The house's accounts, what each must keep, and the caps on options",
      tag: "House",
      auth: "admin",
      area: "finance",
      response: houseAnswerSchema,
    },
    () => getHouse(),
  ),
});

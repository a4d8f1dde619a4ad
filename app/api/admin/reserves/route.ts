import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { actorOf } from "@/lib/sessions/mutations";
import { getReservesForStaff, serializeReserve } from "@/lib/transparency/reserves/data";
import { listReserve } from "@/lib/transparency/reserves/mutations";
import {
  adminReservesResponse,
  listReserveBody,
  reserveResponse,
} from "@/lib/transparency/reserves/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "The listed reserves, with what the key of an address has to sign today",
      tag: "Proof",
      auth: "admin",
      permission: "reserves.read",
      response: adminReservesResponse,
    },
    () => getReservesForStaff(),
  ),
  POST: route(
    {
      summary: "List what the site holds at an address or with a custodian",
      tag: "Proof",
      auth: "admin",
      errors: ["CONFLICT"],
      permission: "reserves.publish",
      idempotent: "record",
      body: listReserveBody,
      response: reserveResponse,
      status: 201,
    },
    async (context) => {
      const row = await listReserve(actorOf(context), context.body);
      return { message: text("answers.theReserveIsListed"), reserve: serializeReserve(row) };
    },
  ),
});

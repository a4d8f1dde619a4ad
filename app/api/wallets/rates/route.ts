import { endpoints, route } from "@/lib/sessions/gate";
import { coinRatesSchema } from "@/lib/wallets/payment-schema";
import { listRates } from "@/lib/wallets/rates";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What one coin is worth in USDT now, of each coin whose rate is known",
      tag: "Wallets",
      auth: "user",
      response: coinRatesSchema,
    },
    async () => ({ rates: await listRates() }),
  ),
});

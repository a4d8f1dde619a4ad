import { getReferralData } from "@/lib/referrals/data";
import { referralQuerySchema } from "@/lib/referrals/queries";
import { referralDataSchema } from "@/lib/referrals/schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "My referral code, whom I invited and what it earned me",
      tag: "User",
      auth: "user",
      isFromReplica: true,
      errors: ["NOT_AVAILABLE_IN_COUNTRY"],
      query: referralQuerySchema,
      response: referralDataSchema,
    },
    ({ user, query, request }) => getReferralData(user, request.headers, query),
  ),
});

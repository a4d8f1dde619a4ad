import { referralResponseSchema, validateReferralSchema } from "@/lib/accounts/schema";
import { maskUsername } from "@/lib/accounts/serializers";
import { findReferrer } from "@/lib/security/registration";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: route(
    {
      summary: "Check a referral code",
      tag: "User",
      auth: "public",
      rateLimit: { name: "validate-referral", points: 30, seconds: 60 },
      body: validateReferralSchema,
      response: referralResponseSchema,
    },
    async ({ body }) => {
      const referrer = await findReferrer(body.referralCode);
      return referrer
        ? { valid: true, referrer: maskUsername(referrer.username) }
        : { valid: false };
    },
  ),
});

import { getPreferences, updatePreferences } from "@/lib/accounts/preferences";
import {
  preferencesResponseSchema,
  updatePreferencesSchema,
} from "@/lib/accounts/preferences-schema";
import { endpoints, route } from "@/lib/sessions/gate";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "How the site looks to me",
      tag: "User",
      auth: "user",
      response: preferencesResponseSchema,
    },
    async ({ user }) => ({ preferences: await getPreferences(user.userId) }),
  ),
  PUT: route(
    {
      summary: "Change theme, colours of up and down, hidden balances",
      tag: "User",
      auth: "user",
      body: updatePreferencesSchema,
      response: preferencesResponseSchema,
    },
    async ({ user, body }) => ({ preferences: await updatePreferences(user.userId, body) }),
  ),
});

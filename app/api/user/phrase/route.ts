import { text } from "@/lib/platform/text";
import { setPhrase } from "@/lib/security/phrase";
import { phraseResponse, setPhraseSchema } from "@/lib/security/phrase-schema";
import { endpoints, route } from "@/lib/sessions/gate";
import { freshActorOf } from "@/lib/sessions/mutations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: route(
    {
      summary: "Choose the phrase that every mail to me has; an empty one removes it",
      tag: "User",
      auth: "user",
      errors: ["TOTP_REQUIRED"],
      rateLimit: { name: "phrase", points: 20, seconds: 3600, by: "user", shared: true },
      body: setPhraseSchema,
      response: phraseResponse,
    },
    async (context) => ({
      message: text("answers.phraseSaved"),
      phrase: await setPhrase(freshActorOf(context), context.body),
    }),
  ),
});

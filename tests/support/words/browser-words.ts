import { learnWords } from "@/lib/platform/client/words";
import messages from "@/messages/en.json";

/** Makes code of the browser that is tested without one know the texts that a page brings. */
export function learnEnglish(): void {
  Object.assign(globalThis, { window: globalThis.window ?? {} });
  learnWords("en", { errors: messages.errors });
}

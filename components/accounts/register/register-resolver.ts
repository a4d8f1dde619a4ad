import { zodResolver } from "@hookform/resolvers/zod";
import { registerFormSchema } from "@/lib/accounts/schema";

/** The checks of the registration form. Apart, so that the page shows without them. */
export const registerResolver = zodResolver(registerFormSchema);

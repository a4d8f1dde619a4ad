import { redirect } from "next/navigation";
import { requireUser } from "@/lib/sessions/page-gate";

/** The plans stand beside storage; whoever shortens the address of one finds them. */
export default async function SavingPage() {
  await requireUser();
  redirect("/storage?tab=savings");
}

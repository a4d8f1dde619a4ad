import { useTranslations } from "next-intl";

/** What a recorded action is called; null for one that has no name beside its code. */
export function useActionName(): (action: string) => string | null {
  // What users read of their own account, and what only staff do.
  const own = useTranslations("security.support.actions");
  const staff = useTranslations("staffAudit.actions");
  return (action) => {
    const key = action.replaceAll(".", "_");
    if (own.has(key as never)) return own(key as never);
    return staff.has(key as never) ? staff(key as never) : null;
  };
}

/** Pages that practice is for, and those about the person: all others are about real money. */
const IN_PRACTICE =
  /^\/($|(trade|option-trading|ai-trading|advantages-of-ai-trading|market|record|transaction-history|profile|personal-info|notifications|chat|security-management(?!\/limits))(\/|$))/;

/** Whether a page is shown to somebody who practises. */
export const isInPractice = (pathname: string): boolean => IN_PRACTICE.test(pathname);

import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link to a page of the site. It asks the server when it is followed and not before: a page made
 * anew for each visit has nothing to keep ready, and every link in view would cost two requests.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}

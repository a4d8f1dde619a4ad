import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Link } from "@/components/ui/link";

export interface TextLinkProps extends ComponentProps<typeof Link> {
  /** `inline` is underlined inside a sentence; `action` stands alone with a full-size target; `quiet` is a small footer link. */
  look?: "inline" | "action" | "quiet";
}

const LOOKS = {
  inline: "text-gold-text underline underline-offset-2 hover:no-underline",
  action:
    "inline-flex min-h-target min-w-target items-center gap-1 font-semibold text-gold-text underline-offset-2 hover:underline",
  quiet:
    "inline-flex min-h-target min-w-target items-center justify-center text-caption text-text-2 underline underline-offset-2 hover:text-text",
};

/** The look of a link to a file or to a place on the page: large enough for a thumb where its text is short. */
export const FILE_LINK = `${LOOKS.inline} inline-block min-h-6 min-w-6`;

/** A link in text. */
export function TextLink({ look = "inline", className, ...rest }: TextLinkProps) {
  return <Link className={clsx(LOOKS[look], className)} {...rest} />;
}

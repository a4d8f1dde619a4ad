import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Link } from "@/components/ui/link";

/** Classes of a square button that shows only an icon, for an element that is not one of the components below. */
export const iconButtonClass =
  "relative inline-flex size-target shrink-0 items-center justify-center rounded-field text-text-2 transition-opacity duration-120 hover:bg-surface-2 hover:text-text aria-disabled:opacity-60 print:hidden [&_svg]:size-5";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label"> {
  /** The accessible name. */
  label: string;
}

/** A square button that shows only an icon. */
export function IconButton({ label, className, type = "button", ...rest }: IconButtonProps) {
  return (
    <button type={type} aria-label={label} className={clsx(iconButtonClass, className)} {...rest} />
  );
}

export interface IconLinkProps extends Omit<ComponentProps<typeof Link>, "aria-label"> {
  label: string;
  /** Shows a dot; say the count in `label`. */
  dot?: boolean;
}

/** A link that shows only an icon. */
export function IconLink({ label, dot = false, className, children, ...rest }: IconLinkProps) {
  return (
    <Link aria-label={label} className={clsx(iconButtonClass, className)} {...rest}>
      {children}
      {dot ? <NoticeDot /> : null}
    </Link>
  );
}

/** The small gold dot on an icon that has something new. Decoration: the name of the control carries the count. */
export function NoticeDot() {
  return (
    <span
      aria-hidden="true"
      className="absolute top-2.5 right-2.5 size-2 rounded-full bg-gold-line"
    />
  );
}

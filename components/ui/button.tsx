import { cva, type VariantProps } from "class-variance-authority";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Link } from "@/components/ui/link";

/** Classes of a button, for an element that is not one of the components below. */
export const buttonClass = cva(
  "inline-flex min-h-control min-w-target shrink-0 select-none items-center justify-center gap-2 rounded-field border px-4 py-1.5 text-center font-semibold text-body transition-opacity duration-120 disabled:opacity-60 aria-disabled:cursor-default aria-disabled:opacity-60 print:hidden [&_svg]:size-5 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "border-transparent bg-gold text-on-gold hover:brightness-95",
        outline: "border-control bg-transparent text-text hover:bg-surface-2",
        ghost: "border-transparent bg-transparent text-gold-text hover:bg-surface-2",
        up: "border-transparent bg-up text-on-up hover:brightness-95",
        down: "border-transparent bg-down text-on-down hover:brightness-95",
        danger: "border-transparent bg-down text-on-down hover:brightness-95",
      },
      wide: { true: "w-full", false: "" },
    },
    defaultVariants: { variant: "primary", wide: false },
  },
);

type Look = VariantProps<typeof buttonClass>;

export interface ButtonProps extends Omit<ComponentProps<"button">, "disabled">, Look {
  /** Sending: shows `pendingLabel`, keeps the width and the focus, ignores presses. */
  pending?: boolean;
  /** Defaults to "Sending…". */
  pendingLabel?: string;
  /**
   * Whether it is wide enough for `pendingLabel` while idle, too. Default: where it submits a form or has a
   * `pendingLabel`.
   */
  reservesWidth?: boolean;
  /** Icon before the label. */
  icon?: ReactNode;
}

/** A button. It is never disabled except while `pending`: a press on an incomplete form explains what is missing. */
export function Button({
  variant,
  wide,
  pending = false,
  pendingLabel,
  type = "button",
  reservesWidth = type === "submit" || pendingLabel !== undefined,
  icon,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const t = useTranslations("ui");
  const label = (
    <>
      {icon}
      {children}
    </>
  );
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type}
      className={clsx(buttonClass({ variant, wide }), className)}
      aria-disabled={pending || undefined}
      onClick={guard}
      {...rest}
    >
      {pending || reservesWidth ? (
        <span className="grid place-items-center">
          <Layer shown={!pending}>{label}</Layer>
          <Layer shown={pending}>{pendingLabel ?? t("sending")}</Layer>
        </span>
      ) : (
        label
      )}
    </button>
  );
}

/** One of the texts that share a button's room, seen or not. */
function Layer({ shown, children }: { shown: boolean; children: ReactNode }) {
  return (
    <span
      aria-hidden={!shown || undefined}
      className={clsx("col-start-1 row-start-1 flex items-center gap-2", !shown && "invisible")}
    >
      {children}
    </span>
  );
}

export interface ButtonLinkProps extends ComponentProps<typeof Link>, Look {
  icon?: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ variant, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link className={clsx(buttonClass({ variant, wide }), className)} {...rest}>
      {icon}
      {children}
    </Link>
  );
}

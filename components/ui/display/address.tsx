import { clsx } from "clsx";
import type { Ref } from "react";

const ENDS = 6;

export interface AddressProps {
  value: string;
  /** For `CopyButton`'s `textRef`. */
  ref?: Ref<HTMLElement>;
  className?: string;
}

/** A blockchain address or hash in full: it wraps and never truncates; the ends that people compare are bold. */
export function Address({ value, ref, className }: AddressProps) {
  const short = value.length <= ENDS * 2;
  return (
    <code
      ref={ref}
      translate="no"
      className={clsx("break-all font-mono text-body [user-select:all]", className)}
    >
      {short ? (
        <b className="font-semibold">{value}</b>
      ) : (
        <>
          <b className="font-semibold">{value.slice(0, ENDS)}</b>
          {value.slice(ENDS, -ENDS)}
          <b className="font-semibold">{value.slice(-ENDS)}</b>
        </>
      )}
    </code>
  );
}

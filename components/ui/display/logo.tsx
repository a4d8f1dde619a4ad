"use client";

import { useState } from "react";

/** The built-in logo: a flat gold square with "Au". */
export function BuiltInLogo({ size = 28 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 28 28" className="shrink-0">
      <rect width="28" height="28" rx="6" className="fill-gold" />
      <path
        className="fill-on-gold"
        d="M9.2 9h2.4l3.4 10h-2.2l-.74-2.3H8.68L7.94 19H5.8L9.2 9Zm1.17 2.35-1.1 3.55h2.22l-1.12-3.55Zm11.73.25V19h-1.92v-.98c-.44.74-1.17 1.13-2.13 1.13-1.6 0-2.53-1.03-2.53-2.85v-4.7h2v4.34c0 .98.47 1.5 1.29 1.5.85 0 1.3-.58 1.3-1.6V11.6h1.99Z"
      />
    </svg>
  );
}

export interface LogoProps {
  /** From site settings. Without one, or when it does not load, the built-in logo shows. */
  src?: string | null;
  siteName: string;
  /** Height and width in px. */
  size?: number;
  /** Write the site name beside it. */
  withName?: boolean;
  /** What it is called where its name is not beside it: the site's name, unless told. */
  label?: string;
}

/** The site's logo. Decoration beside its name; with the name hidden, it has a text of its own. */
export function Logo({ src, siteName, size = 28, withName = false, label = siteName }: LogoProps) {
  // Which one: staff may put another in its place while the page is open.
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      {!src || src === failedSrc ? (
        <>
          <BuiltInLogo size={size} />
          {withName ? null : <span className="sr-only">{label}</span>}
        </>
      ) : (
        // biome-ignore lint/performance/noImgElement: an uploaded logo of unknown origin and format, already sized
        <img
          src={src}
          alt={withName ? "" : label}
          width={size}
          height={size}
          className="shrink-0 rounded-chip object-contain"
          onError={() => setFailedSrc(src)}
          // An image that failed before hydration fires no event any more.
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0) setFailedSrc(src);
          }}
        />
      )}
      {withName ? <span className="truncate font-semibold text-section">{siteName}</span> : null}
    </span>
  );
}

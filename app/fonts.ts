import localFont from "next/font/local";

/** Geist Variable, Latin subset: the one font file of the site. Put `geist.variable` on `<html>`. */
export const geist = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  variable: "--font-geist",
  weight: "100 900",
  // Preloaded; where it comes late, that page keeps the system font rather than shift its lines.
  display: "optional",
  preload: true,
});

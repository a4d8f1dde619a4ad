import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Theme } from "./theme";

/** What every part of the site has around it: the theme, with the request's script nonce. */
export async function Segment({ area, children }: { area: "user" | "admin"; children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <Theme area={area} nonce={nonce}>
      {children}
    </Theme>
  );
}

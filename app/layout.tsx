import type { ReactNode } from "react";
import { Document, siteMetadata, siteViewport } from "./document";

export const viewport = siteViewport;

export const generateMetadata = siteMetadata;

export default function RootLayout({ children }: { children: ReactNode }) {
  return <Document>{children}</Document>;
}

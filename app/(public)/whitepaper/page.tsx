import { DocumentPage, documentMetadata } from "../document-page";

export const generateMetadata = () => documentMetadata("whitepaper");

export default function WhitepaperPage() {
  return <DocumentPage type="whitepaper" />;
}

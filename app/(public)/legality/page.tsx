import { DocumentPage, documentMetadata } from "../document-page";

export const generateMetadata = () => documentMetadata("legality");

export default function LegalityPage() {
  return <DocumentPage type="legality" />;
}

import { DocumentPage, type DocumentParams, documentMetadata } from "../document-page";

export const generateMetadata = () => documentMetadata("legality");

export default function LegalityPage({ searchParams }: { searchParams: DocumentParams }) {
  return <DocumentPage type="legality" searchParams={searchParams} />;
}

import { DocumentPage, type DocumentParams, documentMetadata } from "../document-page";

export const generateMetadata = () => documentMetadata("whitepaper");

export default function WhitepaperPage({ searchParams }: { searchParams: DocumentParams }) {
  return <DocumentPage type="whitepaper" searchParams={searchParams} />;
}

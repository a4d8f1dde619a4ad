import { DocumentPage, type DocumentParams, documentMetadata } from "../document-page";

export const generateMetadata = () => documentMetadata("terms-conditions");

export default function TermsConditionsPage({ searchParams }: { searchParams: DocumentParams }) {
  return <DocumentPage type="terms-conditions" searchParams={searchParams} />;
}

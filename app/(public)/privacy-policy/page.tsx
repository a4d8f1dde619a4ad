import { DocumentPage, type DocumentParams, documentMetadata } from "../document-page";

export const generateMetadata = () => documentMetadata("privacy-policy");

export default function PrivacyPolicyPage({ searchParams }: { searchParams: DocumentParams }) {
  return <DocumentPage type="privacy-policy" searchParams={searchParams} />;
}

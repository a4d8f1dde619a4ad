import { DocumentPage, type DocumentParams, documentMetadata } from "../document-page";

type Props = { searchParams: DocumentParams };

export const generateMetadata = ({ searchParams }: Props) =>
  documentMetadata({ type: "privacy-policy", searchParams });

export default function PrivacyPolicyPage({ searchParams }: Props) {
  return <DocumentPage type="privacy-policy" searchParams={searchParams} />;
}

import { DocumentPage, type DocumentParams, documentMetadata } from "../document-page";

type Props = { searchParams: DocumentParams };

export const generateMetadata = ({ searchParams }: Props) =>
  documentMetadata({ type: "terms-conditions", searchParams });

export default function TermsConditionsPage({ searchParams }: Props) {
  return <DocumentPage type="terms-conditions" searchParams={searchParams} />;
}

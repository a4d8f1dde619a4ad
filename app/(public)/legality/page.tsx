import { DocumentPage, type DocumentParams, documentMetadata } from "../document-page";

type Props = { searchParams: DocumentParams };

export const generateMetadata = ({ searchParams }: Props) =>
  documentMetadata({ type: "legality", searchParams });

export default function LegalityPage({ searchParams }: Props) {
  return <DocumentPage type="legality" searchParams={searchParams} />;
}

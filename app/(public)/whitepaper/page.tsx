import { DocumentPage, type DocumentParams, documentMetadata } from "../document-page";

type Props = { searchParams: DocumentParams };

export const generateMetadata = ({ searchParams }: Props) =>
  documentMetadata({ type: "whitepaper", searchParams });

export default function WhitepaperPage({ searchParams }: Props) {
  return <DocumentPage type="whitepaper" searchParams={searchParams} />;
}

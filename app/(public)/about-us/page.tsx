import { DocumentPage, type DocumentParams, documentMetadata } from "../document-page";

type Props = { searchParams: DocumentParams };

export const generateMetadata = ({ searchParams }: Props) =>
  documentMetadata({ type: "about-us", searchParams });

export default function AboutUsPage({ searchParams }: Props) {
  return <DocumentPage type="about-us" searchParams={searchParams} />;
}

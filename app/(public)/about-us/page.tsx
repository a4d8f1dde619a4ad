import { DocumentPage, type DocumentParams, documentMetadata } from "../document-page";

export const generateMetadata = () => documentMetadata("about-us");

export default function AboutUsPage({ searchParams }: { searchParams: DocumentParams }) {
  return <DocumentPage type="about-us" searchParams={searchParams} />;
}

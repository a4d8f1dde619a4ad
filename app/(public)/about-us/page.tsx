import { DocumentPage, documentMetadata } from "../document-page";

export const generateMetadata = () => documentMetadata("about-us");

export default function AboutUsPage() {
  return <DocumentPage type="about-us" />;
}

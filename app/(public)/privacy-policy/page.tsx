import { DocumentPage, documentMetadata } from "../document-page";

export const generateMetadata = () => documentMetadata("privacy-policy");

export default function PrivacyPolicyPage() {
  return <DocumentPage type="privacy-policy" />;
}

import { DocumentPage, documentMetadata } from "../document-page";

export const generateMetadata = () => documentMetadata("terms-conditions");

export default function TermsConditionsPage() {
  return <DocumentPage type="terms-conditions" />;
}

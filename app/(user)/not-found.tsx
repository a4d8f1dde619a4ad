import { missingPageMetadata } from "@/app/missing-page";
import { NotFoundView } from "@/components/app/not-found-view";

export const generateMetadata = missingPageMetadata;

export default function UserNotFound() {
  return <NotFoundView />;
}

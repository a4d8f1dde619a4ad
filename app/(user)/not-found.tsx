import { NotFoundView } from "@/components/app/not-found-view";

export default function UserNotFound() {
  return <NotFoundView />;
}

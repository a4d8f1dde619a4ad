import { NotFoundView } from "@/components/app/not-found-view";

export default function AdminNotFound() {
  return <NotFoundView homeHref="/admin" />;
}

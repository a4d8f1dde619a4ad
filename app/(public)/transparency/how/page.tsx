import { publicPageMetadata } from "@/app/page-metadata";
import { HowItIsProved } from "@/components/transparency/how-it-is-proved";
import { currentUser } from "@/lib/sessions/page-gate";
import { loadPublicConfig } from "@/lib/settings/data";

export const generateMetadata = () => publicPageMetadata("howItIsProved", "/transparency/how");

export default async function HowPage() {
  const [config, user] = await Promise.all([loadPublicConfig(), currentUser()]);
  return <HowItIsProved config={config} isSignedIn={user !== null} />;
}

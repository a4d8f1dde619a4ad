import { prisma } from "@/lib/platform/db";
import { env, siteOrigin } from "@/lib/platform/env";
import type { SiteFacts } from "./message-rules";

/** What a pasted message is compared with in the browser: all of it is shown to every user elsewhere, too. */
export async function getSiteFacts(): Promise<SiteFacts> {
  const addresses = await prisma.wallet.findMany({
    where: { isActive: true, deletedAt: null },
    select: { currency: true, network: true, address: true },
    orderBy: { id: "asc" },
  });
  const sender = env.MAIL_FROM.replace(/^.*<|>.*$/g, "");
  return { origin: siteOrigin(), sender, addresses };
}

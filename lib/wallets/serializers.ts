import type { Wallet } from "@/lib/generated/prisma/client";
import { fileUrl } from "@/lib/platform/files";
import { formatMicro } from "@/lib/platform/money";
import { text } from "@/lib/platform/text";
import { isBurnAddress } from "./names";
import type { WalletDto } from "./schema";

/** A wallet row as the API shows it. The database admits known pairs only. */
export function serializeWallet(row: Wallet): WalletDto {
  return {
    id: row.id,
    currency: row.currency,
    network: row.network,
    address: row.address,
    label: row.label,
    notice: isBurnAddress(row.address) ? text("answers.demoAddress") : null,
    qrImageUrl: row.qrFileId ? fileUrl(row.qrFileId) : null,
    qrImageMatches: row.qrMatches,
    minDeposit: formatMicro(row.minDepositMicro),
    isActive: row.isActive,
    isDemo: isBurnAddress(row.address),
    addressConfirmed: row.addressConfirmed,
    updatedAt: row.updatedAt.toISOString(),
  };
}

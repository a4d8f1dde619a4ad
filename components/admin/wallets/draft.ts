import { plainAmount, typedAmount } from "@/lib/platform/ui/amount-input";
import { ownLabel } from "@/lib/wallets/names";
import type { Currency, Network } from "@/lib/wallets/rules";
import type { WalletDto } from "@/lib/wallets/schema";

/** Decimals of a minimum, whatever the coin. */
export const MINIMUM_DECIMALS = 6;
/** Sorts after the id of every wallet that is there. */
const NEW_ID = "~";

/** A wallet as it is being typed. */
export type WalletDraft = {
  currency: Currency;
  network: Network;
  address: string;
  label: string;
  minDeposit: string;
  isActive: boolean;
  image: File | null;
};

/** A form that nothing was typed into, or one with a wallet to change. */
export function draftOf(wallet: WalletDto | null): WalletDraft {
  return {
    currency: wallet?.currency ?? "USDT",
    network: wallet?.network ?? "TRC20",
    address: wallet?.address ?? "",
    label: ownLabel(wallet?.label ?? ""),
    minDeposit: wallet ? plainAmount(wallet.minDeposit) : "10",
    isActive: wallet?.isActive ?? true,
    image: null,
  };
}

/** The wallet that a draft makes, as the rule of what users are shown takes it. */
export function wouldBe(draft: WalletDraft, wallet: WalletDto | null) {
  const { currency, network, isActive } = draft;
  return { id: wallet?.id ?? NEW_ID, currency, network, isActive, address: draft.address.trim() };
}

/** What is sent of a draft, beside its image. */
export function fieldsOf(draft: WalletDraft, wallet: WalletDto | null): Record<string, string> {
  return {
    currency: draft.currency,
    network: draft.network,
    address: draft.address.trim(),
    label: draft.label.trim(),
    minDeposit: typedAmount(draft.minDeposit, MINIMUM_DECIMALS),
    isActive: String(draft.isActive),
    ...(wallet ? { updatedAt: wallet.updatedAt } : {}),
  };
}

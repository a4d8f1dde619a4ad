import type { Preferences } from "@/lib/accounts/preferences-schema";
import type { RunDto, SetupDto, SignalDto } from "@/lib/ai/schema";
import type { AlertDto } from "@/lib/alerts/schema";
import type { ApprovalDto } from "@/lib/approvals/schema";
import type { BoardFigures as Figures } from "@/lib/board/schema";
import type { ChatDto, MessageDto } from "@/lib/chat/schema";
import type { ContactDto } from "@/lib/contacts/schema";
import type { DocumentType as Document } from "@/lib/documents/types";
import type { MovableKind as Movable } from "@/lib/house/rules";
import type { LedgerCurrency as Ledger } from "@/lib/ledger/schema";
import type { CandleInterval as Interval } from "@/lib/market/candle-rules";
import type {
  NewWorkChannel as Channel,
  WorkKind as Work,
  NewWorkMode as WorkMode,
} from "@/lib/new-work/rules";
import type { BroadcastDto } from "@/lib/notifications/broadcast-schema";
import type { OrderDto } from "@/lib/orders/schema";
import type { RecurringDto } from "@/lib/recurring/schema";
import type {
  NotRenewedReason,
  AutoRenew as Renewal,
  SavingStatus as Status,
  SavingType as Type,
} from "@/lib/savings/rules";
import type { PasskeyPurpose as Purpose } from "@/lib/security/passkeys/schema";
import type { SignInDto } from "@/lib/security/schema";
import type { TradeDto } from "@/lib/trading/schema";
import type { ReserveKind as Reserved } from "@/lib/transparency/reserves/rules";
import type { VaultDirection as Vault } from "@/lib/vault/rules";
import type { ConversionDto } from "@/lib/vault/schema";
import type { PaymentStatus as Payment } from "@/lib/wallets/payment-status";
import type { Network as Chain, Currency as Coin } from "@/lib/wallets/rules";

/**
 * What the text columns of the database hold. A column takes a type by its name in a comment of the
 * schema, `/// [TradeStatus]`; checks of the database hold the same values.
 */
declare global {
  namespace ColumnTypes {
    type AlertDirection = AlertDto["direction"];
    type ApprovalAbout = ApprovalDto["about"];
    type ApprovalKind = ApprovalDto["kind"];
    type ApprovalStatus = ApprovalDto["status"];
    type AutoRenew = Renewal;
    type BalanceOperation = "add" | "subtract";
    type BoardFigures = Figures;
    type BroadcastAudience = BroadcastDto["audience"];
    type BroadcastStatus = BroadcastDto["status"];
    type CandleInterval = Interval;
    type ChatSender = MessageDto["sender"] | "automatic";
    type ChatStatus = ChatDto["status"];
    type ColourMode = Preferences["colourMode"];
    type ContactIconType = ContactDto["iconType"];
    type ContactLinkType = ContactDto["linkType"];
    type Currency = Coin;
    type DocumentType = Document;
    type LedgerCurrency = Ledger;
    type LoginOutcome = SignInDto["outcome"];
    type MovableKind = Movable;
    type Network = Chain;
    type NotRenewed = NotRenewedReason;
    type PasskeyPurpose = Purpose;
    type PaymentStatus = Payment;
    type ReserveKind = Reserved;
    type RecurringEvery = RecurringDto["every"];
    type RecurringPause = NonNullable<RecurringDto["pauseReason"]>;
    type RecurringReason = NonNullable<NonNullable<RecurringDto["lastRun"]>["reason"]>;
    type RecurringStatus = RecurringDto["status"] | "deleted";
    type RecurringTarget = RecurringDto["target"];
    type RestingCloseReason = NonNullable<OrderDto["closeReason"]>;
    type RestingStatus = OrderDto["status"];
    type RestingType = OrderDto["type"];
    type RunStatus = RunDto["status"];
    type SavingStatus = Status;
    type SavingType = Type;
    type SetupStatus = SetupDto["status"];
    type SignalAction = SignalDto["action"];
    type SignalStatus = SignalDto["status"];
    type StrategyId = RunDto["strategy"];
    type StrategyParams = RunDto["params"];
    type Theme = Preferences["theme"];
    type TimesChoice = Preferences["times"];
    type TradeDirection = NonNullable<TradeDto["direction"]>;
    type TradeSide = NonNullable<TradeDto["side"]>;
    type TradeStatus = TradeDto["status"];
    type TradeType = TradeDto["type"];
    type VaultDirection = Vault;
    type OrderStatus = ConversionDto["status"];
    type VoidReason = NonNullable<TradeDto["voidReason"]>;
    type WorkKind = Work;
    type NewWorkChannel = Channel;
    type NewWorkMode = WorkMode;
  }
}

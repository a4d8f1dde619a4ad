import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  BellPlus,
  BookOpen,
  ChartNoAxesColumn,
  ClipboardCheck,
  FileText,
  Headphones,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MessageCircle,
  PiggyBank,
  ScrollText,
  Settings,
  ShieldCheck,
  Stamp,
  Users,
  Vault,
  Wallet,
} from "lucide-react";
import type { Needed } from "@/lib/sessions/permission-rules";

/** A page of the staff panel: its `name` is also the key of its label. */
export type PanelLink = {
  name: string;
  href: string;
  icon: LucideIcon;
  /** What opens it; null is for all staff. */
  needed: Exclude<Needed, undefined> | null;
};

/** The pages of the staff panel in the order and groups of the rail. */
export const PANEL_LINKS = [
  {
    group: null,
    links: [{ name: "overview", href: "/admin", icon: LayoutDashboard, needed: "overview.read" }],
  },
  {
    group: "people",
    links: [
      { name: "users", href: "/admin/users", icon: Users, needed: "users.read" },
      { name: "staff", href: "/admin/staff", icon: ShieldCheck, needed: "staff.read" },
      { name: "chat", href: "/admin/chat", icon: MessageCircle, needed: "chat.answer" },
    ],
  },
  {
    group: "money",
    links: [
      { name: "deposits", href: "/admin/deposits", icon: ArrowDownLeft, needed: "deposits.read" },
      {
        name: "withdrawals",
        href: "/admin/withdrawals",
        icon: ArrowUpRight,
        needed: "withdrawals.read",
      },
      {
        name: "approvals",
        href: "/admin/approvals",
        icon: ClipboardCheck,
        needed: "approvals.read",
      },
      { name: "trades", href: "/admin/trades", icon: ArrowLeftRight, needed: "trades.read" },
      { name: "wallets", href: "/admin/wallets", icon: Wallet, needed: "wallets.read" },
      { name: "savingPlans", href: "/admin/saving-plans", icon: PiggyBank, needed: "savings.read" },
      { name: "house", href: "/admin/house", icon: Landmark, needed: "house.read" },
      { name: "reserves", href: "/admin/reserves", icon: Vault, needed: "reserves.read" },
      { name: "reports", href: "/admin/reports", icon: ChartNoAxesColumn, needed: "reports.read" },
    ],
  },
  {
    group: "site",
    links: [
      { name: "setting", href: "/admin/setting", icon: Settings, needed: "settings.read" },
      { name: "documents", href: "/admin/documents", icon: FileText, needed: "documents.read" },
      { name: "mailTexts", href: "/admin/mail-texts", icon: Mail, needed: "documents.read" },
      {
        name: "contacts",
        href: "/admin/customer-service",
        icon: Headphones,
        needed: "contacts.read",
      },
      {
        name: "notifications",
        href: "/admin/create-notifications",
        icon: BellPlus,
        needed: "notifications.read",
      },
      { name: "audit", href: "/admin/audit", icon: ScrollText, needed: "audit.read" },
      { name: "publicLog", href: "/admin/public-log", icon: Stamp, needed: "overview.read" },
    ],
  },
  {
    group: null,
    links: [{ name: "help", href: "/admin/help", icon: BookOpen, needed: null }],
  },
] as const satisfies { group: string | null; links: PanelLink[] }[];

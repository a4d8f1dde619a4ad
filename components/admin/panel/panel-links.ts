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
  MessageCircle,
  PiggyBank,
  ScrollText,
  Settings,
  ShieldCheck,
  Users,
  Wallet,
} from "lucide-react";
import type { StaffArea } from "@/lib/sessions/staff-areas";

/** A page of the staff panel: its `name` is also the key of its label. */
export type PanelLink = {
  name: string;
  href: string;
  icon: LucideIcon;
  /** Who acts there; those with "read" see it too, unless it is private. Null is for all staff. */
  area: StaffArea | null;
  isPrivate?: true;
};

/** The pages of the staff panel in the order and groups of the rail. */
export const PANEL_LINKS = [
  {
    group: null,
    links: [{ name: "overview", href: "/admin", icon: LayoutDashboard, area: "read" }],
  },
  {
    group: "people",
    links: [
      { name: "users", href: "/admin/users", icon: Users, area: "users" },
      { name: "staff", href: "/admin/staff", icon: ShieldCheck, area: "users" },
      { name: "chat", href: "/admin/chat", icon: MessageCircle, area: "support", isPrivate: true },
    ],
  },
  {
    group: "money",
    links: [
      { name: "deposits", href: "/admin/deposits", icon: ArrowDownLeft, area: "finance" },
      { name: "withdrawals", href: "/admin/withdrawals", icon: ArrowUpRight, area: "finance" },
      { name: "approvals", href: "/admin/approvals", icon: ClipboardCheck, area: "finance" },
      { name: "trades", href: "/admin/trades", icon: ArrowLeftRight, area: "finance" },
      { name: "wallets", href: "/admin/wallets", icon: Wallet, area: "finance" },
      { name: "savingPlans", href: "/admin/saving-plans", icon: PiggyBank, area: "finance" },
      { name: "house", href: "/admin/house", icon: Landmark, area: "finance" },
      { name: "reports", href: "/admin/reports", icon: ChartNoAxesColumn, area: "finance" },
    ],
  },
  {
    group: "site",
    links: [
      { name: "setting", href: "/admin/setting", icon: Settings, area: "settings" },
      { name: "documents", href: "/admin/documents", icon: FileText, area: "content" },
      {
        name: "contacts",
        href: "/admin/customer-service",
        icon: Headphones,
        area: "content",
      },
      {
        name: "notifications",
        href: "/admin/create-notifications",
        icon: BellPlus,
        area: "content",
      },
      { name: "audit", href: "/admin/audit", icon: ScrollText, area: "read" },
    ],
  },
  {
    group: null,
    links: [{ name: "help", href: "/admin/help", icon: BookOpen, area: null }],
  },
] as const satisfies { group: string | null; links: PanelLink[] }[];

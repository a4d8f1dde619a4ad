"use client";

import {
  CircleHelp,
  ExternalLink,
  FileText,
  Globe,
  type LucideIcon,
  Mail,
  MessageCircle,
  Phone,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Pill } from "@/components/ui/display/pill";
import type { ContactDto, ContactIcon } from "@/lib/contacts/schema";

const ICONS: Record<ContactIcon, LucideIcon> = {
  chat: MessageCircle,
  document: FileText,
  email: Mail,
  help: CircleHelp,
  phone: Phone,
  web: Globe,
};
const EMOJI = /^\p{Extended_Pictographic}\S{0,7}$/u;
const TYPE_ICONS = { url: Globe, email: Mail, phone: Phone, internal: MessageCircle };

/** What a way to reach support looks like: icon, title, description and kind of link. */
export function ContactRow({
  service,
  unread = 0,
}: {
  service: Omit<ContactDto, "_id" | "order" | "link">;
  /** Unread messages behind it. */
  unread?: number;
}) {
  const t = useTranslations("app.support");
  return (
    <>
      <ServiceIcon service={service} />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="block font-semibold">{service.title}</span>
        {service.description ? (
          <span className="block text-text-2">{service.description}</span>
        ) : null}
        <span className="block text-caption text-text-3">
          {t(service.linkType)}
          {service.linkType === "url" ? (
            <span className="sr-only">, {t("opensNewTab")}</span>
          ) : null}
        </span>
      </span>
      {unread > 0 ? <Pill tone="gold">{t("unread", { count: unread })}</Pill> : null}
      {service.linkType === "url" ? (
        <ExternalLink aria-hidden="true" className="size-4 shrink-0 text-text-3" />
      ) : null}
    </>
  );
}

/** The picture, emoji or built-in icon of a contact; one by its kind of link where there is none. */
function ServiceIcon({ service }: { service: Pick<ContactDto, "icon" | "iconType" | "linkType"> }) {
  const [failed, setFailed] = useState<string | null>(null);
  const frame =
    "flex size-10 shrink-0 items-center justify-center rounded-full bg-surface-2 text-gold-text";
  if (service.iconType === "url" && service.icon && failed !== service.icon) {
    return (
      // biome-ignore lint/performance/noImgElement: a picture of unknown origin, already sized
      <img
        src={service.icon}
        alt=""
        referrerPolicy="no-referrer"
        width={40}
        height={40}
        className="size-10 shrink-0 rounded-full object-cover"
        onError={() => setFailed(service.icon)}
      />
    );
  }
  const named = Object.entries(ICONS).find(([name]) => name === service.icon)?.[1];
  if (service.iconType === "other" && !named && EMOJI.test(service.icon)) {
    return (
      <span aria-hidden="true" className={frame}>
        {service.icon}
      </span>
    );
  }
  const Icon = named ?? TYPE_ICONS[service.linkType];
  return (
    <span aria-hidden="true" className={frame}>
      <Icon className="size-5" />
    </span>
  );
}

"use client";

import {
  CircleHelp,
  ExternalLink,
  FileText,
  Globe,
  Inbox,
  type LucideIcon,
  Mail,
  MessageCircle,
  Phone,
} from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { contactHref } from "@/lib/contacts/rules";
import type { ContactDto, ContactIcon } from "@/lib/contacts/schema";
import { Dialog } from "../ui/dialog";
import { Pill } from "../ui/pill";
import { Loading, SkeletonRows } from "../ui/skeleton";

/** The popup stays this long after a choice, so that the press is seen to have worked. */
const CLOSE_AFTER_MS = 500;

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

export interface CustomerServicePopupProps {
  open: boolean;
  onClose: () => void;
  services: ContactDto[];
  loading: boolean;
  /** Unread messages, shown at the conversation. */
  unread?: number;
}

/** The ways to reach support, as real links. */
export default function CustomerServicePopup({
  open,
  onClose,
  services,
  loading,
  unread = 0,
}: CustomerServicePopupProps) {
  const t = useTranslations("app.support");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const choose = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(onClose, CLOSE_AFTER_MS);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={t("title")}
      placement="popup"
    >
      {loading ? (
        <Loading label={t("loading")}>
          <SkeletonRows count={2} />
        </Loading>
      ) : services.length === 0 ? (
        <div className="flex flex-col items-center gap-2 px-2 pt-3 pb-5 text-center">
          <Inbox aria-hidden="true" className="size-6 text-text-3" />
          <p className="font-semibold">{t("emptyTitle")}</p>
          <p className="text-text-2">{t("empty")}</p>
        </div>
      ) : (
        <ul className="-mx-2">
          {services.map((service) => (
            <li key={service._id}>
              <Service service={service} onChoose={choose} unread={unread} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const ROW = "flex min-h-target items-center gap-3 rounded-control px-2 py-3 text-left";

/** The page of the conversation, which has unread messages. */
const CHAT = "/chat";

function Service({
  service,
  onChoose,
  unread,
}: {
  service: ContactDto;
  onChoose: () => void;
  unread: number;
}) {
  const t = useTranslations("app.support");
  const href = contactHref(service.link, service.linkType);
  const content = (
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
      {href === CHAT && unread > 0 ? (
        <Pill tone="gold">{t("unread", { count: unread })}</Pill>
      ) : null}
      {service.linkType === "url" ? (
        <ExternalLink aria-hidden="true" className="size-4 shrink-0 text-text-3" />
      ) : null}
    </>
  );
  if (href === null) return <div className={ROW}>{content}</div>;
  const className = `${ROW} hover:bg-surface-2`;
  if (service.linkType === "internal") {
    return (
      <Link href={href} className={className} onClick={onChoose}>
        {content}
      </Link>
    );
  }
  const apart = service.linkType === "url" ? { target: "_blank", rel: "noopener noreferrer" } : {};
  return (
    <a href={href} className={className} onClick={onChoose} {...apart}>
      {content}
    </a>
  );
}

function ServiceIcon({ service }: { service: ContactDto }) {
  const [failed, setFailed] = useState(false);
  const frame =
    "flex size-10 shrink-0 items-center justify-center rounded-full bg-surface-2 text-gold-text";
  if (service.iconType === "url" && service.icon && !failed) {
    return (
      // biome-ignore lint/performance/noImgElement: a picture of unknown origin, already sized
      <img
        src={service.icon}
        alt=""
        width={40}
        height={40}
        className="size-10 shrink-0 rounded-full object-cover"
        onError={() => setFailed(true)}
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

"use client";

import { Inbox } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Loading, SkeletonRows } from "@/components/ui/display/skeleton";
import { Link } from "@/components/ui/link";
import { Dialog } from "@/components/ui/overlays/dialog";
import { contactHref } from "@/lib/contacts/rules";
import type { ContactDto } from "@/lib/contacts/schema";
import { ContactRow } from "./contact-row";

/** The popup stays this long after a choice, so that the press is seen to have worked. */
const CLOSE_AFTER_MS = 500;

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
  const href = contactHref(service.link, service.linkType);
  const content = <ContactRow service={service} unread={href === CHAT ? unread : 0} />;
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

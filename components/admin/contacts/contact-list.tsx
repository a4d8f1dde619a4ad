"use client";

import { clsx } from "clsx";
import { ArrowDown, ArrowUp, GripVertical, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ContactRow } from "@/components/contacts/contact-row";
import { StatusPill } from "@/components/ui/display/pill";
import { IconButton } from "@/components/ui/icon-button";
import { Switch } from "@/components/ui/switch";
import type { AdminContactDto } from "@/lib/contacts/staff-schema";
import { useMay } from "../panel/staff-rights";
import { movedTo, useSorting } from "./use-sorting";

export interface ContactListProps {
  services: readonly AdminContactDto[];
  onReorder: (ids: string[]) => void;
  onToggle: (contact: AdminContactDto) => void;
  onEdit: (contact: AdminContactDto) => void;
  onDelete: (contact: AdminContactDto) => void;
}

/** The contacts in the popup's order; moved by dragging, by buttons and by keys. */
export function ContactList({ services, onReorder, ...acts }: ContactListProps) {
  const t = useTranslations("staffContacts");
  const [announcement, setAnnouncement] = useState("");
  const ids = services.map(({ _id }) => _id);
  const move = (id: string, target: number) => {
    const next = movedTo(ids, id, target);
    const title = services.find(({ _id }) => _id === id)?.title ?? "";
    setAnnouncement(t("moved", { title, position: target + 1, total: ids.length }));
    if (next.join() !== ids.join()) onReorder(next);
  };
  const { list, drag, handleProps } = useSorting(ids, move);
  const others = ids.filter((id) => id !== drag?.id);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <ol
        ref={list}
        aria-label={t("caption")}
        className={clsx(
          "overflow-hidden rounded-card border border-line bg-surface",
          drag && "select-none",
        )}
      >
        {services.map((contact, index) => (
          <ContactItem
            key={contact._id}
            contact={contact}
            isDragged={drag?.id === contact._id}
            dropsAbove={drag !== null && others[drag.target] === contact._id}
            dropsBelow={drag?.target === others.length && others.at(-1) === contact._id}
            handleProps={handleProps(contact._id)}
            onUp={index > 0 ? () => move(contact._id, index - 1) : null}
            onDown={index < ids.length - 1 ? () => move(contact._id, index + 1) : null}
            {...acts}
          />
        ))}
      </ol>
    </>
  );
}

type ItemProps = Omit<ContactListProps, "services" | "onReorder"> & {
  contact: AdminContactDto;
  isDragged: boolean;
  dropsAbove: boolean;
  dropsBelow: boolean;
  handleProps: ReturnType<ReturnType<typeof useSorting>["handleProps"]>;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
};

function ContactItem({
  contact,
  isDragged,
  dropsAbove,
  dropsBelow,
  handleProps,
  onUp,
  onDown,
  onToggle,
  onEdit,
  onDelete,
}: ItemProps) {
  const t = useTranslations("staffContacts");
  const canWrite = useMay("contacts.edit");
  const { title } = contact;
  return (
    <li
      data-id={contact._id}
      className={clsx(
        "relative flex flex-wrap items-center gap-x-3 border-line px-3 py-2 not-last:border-b",
        isDragged && "bg-surface-2 opacity-60",
      )}
    >
      {dropsAbove || dropsBelow ? (
        <span
          aria-hidden="true"
          className={clsx(
            "absolute inset-x-0 h-0.5 bg-gold-line",
            dropsAbove ? "-top-px" : "-bottom-px",
          )}
        />
      ) : null}
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-3">
        {canWrite ? (
          <IconButton
            label={t("handle", { title })}
            className="touch-none cursor-grab"
            {...handleProps}
          >
            <GripVertical aria-hidden="true" />
          </IconButton>
        ) : null}
        <ContactRow service={contact} />
      </div>
      <span className="min-w-0 basis-48 text-caption text-text-2 [overflow-wrap:anywhere]">
        {contact.link}
      </span>
      {canWrite ? (
        <div className="ml-auto flex items-center">
          <Switch
            label={t("toggle", { title })}
            hideLabel
            checked={contact.isActive}
            onCheckedChange={() => onToggle(contact)}
          />
          <MoveButton label={t("up", { title })} icon={ArrowUp} onMove={onUp} />
          <MoveButton label={t("down", { title })} icon={ArrowDown} onMove={onDown} />
          <IconButton label={t("edit", { title })} onClick={() => onEdit(contact)}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton label={t("delete", { title })} onClick={() => onDelete(contact)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      ) : (
        <StatusPill
          status={contact.isActive ? "active" : "inactive"}
          label={t(contact.isActive ? "shown" : "hidden")}
        />
      )}
    </li>
  );
}

/** Stays where it is at an end of the list, so that the focus is not lost there. */
function MoveButton({
  label,
  icon: Icon,
  onMove,
}: {
  label: string;
  icon: typeof ArrowUp;
  onMove: (() => void) | null;
}) {
  return (
    <IconButton
      label={label}
      aria-disabled={onMove ? undefined : true}
      // The second click of a double click would hit the row that has come here, and move it back.
      onClick={(event) => event.detail <= 1 && onMove?.()}
    >
      <Icon aria-hidden="true" />
    </IconButton>
  );
}

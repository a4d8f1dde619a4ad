import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { CustomerService } from "@/lib/generated/prisma/client";
import { type Db, prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { type FileTarget, fileUrl, imageRule, storeImage } from "@/lib/platform/files";
import type { Upload } from "@/lib/platform/http";
import { madeBefore, markApplied } from "@/lib/platform/http/idempotency";
import { validate } from "@/lib/platform/http/request";
import { publishEvent } from "@/lib/platform/outbox";
import { text } from "@/lib/platform/text";
import type { ContactDto } from "./schema";
import { allContacts, MAX_CONTACTS, serializeAdminList, versionOf } from "./staff-data";
import {
  type AdminContactList,
  type CreateContactInput,
  type ReorderContactsInput,
  type UpdateContactInput,
  wholeContactSchema,
} from "./staff-schema";

/** Changes of the contacts wait for each other, so that each sees the list that the one before it left. */
const CONTACT_LOCK = 72707413;

/** The rule of an uploaded icon. */
export const ICON_FILE = imageRule(false);

/** The popup shows icons 40 pixels wide, on screens of up to three pixels each. */
const ICON_TARGET: FileTarget = {
  ownerId: null,
  visibility: "public",
  purpose: "contact-icon",
  field: "icon",
  maxSide: 160,
};

const auditView = ({ createdAt: _c, updatedAt: _u, id: _i, ...fields }: CustomerService) => fields;

type Icon = { icon: string; iconType: ContactDto["iconType"]; iconFileId: string | null };

/** Runs `work` with the stored icon, if one was uploaded, and tells every open page. */
async function changeContacts<T>(
  upload: Upload | undefined,
  work: (tx: Tx, icon: Icon | null) => Promise<T>,
): Promise<T> {
  const run = async (tx: Tx, icon: Icon | null) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${CONTACT_LOCK})`;
    const result = await work(tx, icon);
    await publishEvent(tx, { t: "contacts", u: null });
    return result;
  };
  if (!upload) return transaction((tx) => run(tx, null));
  return storeImage(upload, ICON_TARGET, (tx, iconFileId) =>
    run(tx, { icon: fileUrl(iconFileId), iconType: "url", iconFileId }),
  );
}

async function find(tx: Db, id: string): Promise<CustomerService> {
  const row = await tx.customerService.findUnique({ where: { id } });
  if (!row) throw new AppError("NOT_FOUND");
  return row;
}

async function record(
  tx: Tx,
  actor: Actor,
  action: string,
  { before, after }: { before?: CustomerService; after?: CustomerService },
): Promise<void> {
  await appendAudit(tx, actor, {
    action: `contact.${action}`,
    targetType: "contact",
    targetId: (after ?? before)?.id,
    ...(before ? { before: auditView(before) } : {}),
    ...(after ? { after: auditView(after) } : {}),
  });
}

/** Adds a way to reach support. @throws AppError VALIDATION, UNSUPPORTED_MEDIA_TYPE */
export async function createContact(
  actor: Actor,
  input: CreateContactInput,
  upload?: Upload,
): Promise<CustomerService> {
  const made = madeBefore();
  if (made) return find(prisma, made);
  return changeContacts(upload, async (tx, icon) => {
    const rows = await allContacts(tx);
    if (rows.length >= MAX_CONTACTS) {
      throw invalidField(
        "title",
        text("errors.contacts.thereCanBeAtMostContacts", { maxContacts: MAX_CONTACTS }),
      );
    }
    const order = input.order ?? (rows.at(-1)?.order ?? 0) + 1;
    const row = await tx.customerService.create({ data: { ...input, order, ...icon } });
    await record(tx, actor, "create", { after: row });
    await markApplied(tx, row.id);
    return row;
  });
}

/**
 * Changes a contact. Another icon takes the place of an uploaded one.
 * @throws AppError NOT_FOUND, VALIDATION, UNSUPPORTED_MEDIA_TYPE, CONFLICT when it was changed since
 * the caller looked
 */
export function updateContact(
  actor: Actor,
  id: string,
  { updatedAt, ...input }: UpdateContactInput,
  upload?: Upload,
): Promise<CustomerService> {
  return changeContacts(upload, async (tx, icon) => {
    const before = await find(tx, id);
    if (updatedAt && updatedAt !== before.updatedAt.toISOString()) {
      throw await changedMeanwhile(tx, id);
    }
    const keepsFile = (input.icon ?? before.icon) === before.icon;
    const data = { ...input, ...(keepsFile ? {} : { iconFileId: null }), ...icon };
    validate(wholeContactSchema, { ...before, ...data });
    const after = await tx.customerService.update({ where: { id }, data });
    await record(tx, actor, "update", { before, after });
    return after;
  });
}

/** Who was faster, as far as the audit log knows. */
async function changedMeanwhile(tx: Tx, id: string): Promise<AppError> {
  const entry = await tx.auditEntry.findFirst({
    where: { action: { in: ["contact.update", "contact.toggle"] }, targetId: id },
    orderBy: { seq: "desc" },
  });
  if (!entry) return new AppError("CONFLICT");
  const message = text("errors.contacts.hasChangedContactInMeantimePlease", {
    actorName: entry.actorName,
  });
  return new AppError("CONFLICT", { message });
}

/** Shows a contact to users or hides it; without a value it turns the switch. @throws AppError NOT_FOUND */
export function toggleContact(
  actor: Actor,
  id: string,
  isActive?: boolean,
): Promise<CustomerService> {
  return changeContacts(undefined, async (tx) => {
    const before = await find(tx, id);
    const data = { isActive: isActive ?? !before.isActive };
    const after = await tx.customerService.update({ where: { id }, data });
    await record(tx, actor, "toggle", { before, after });
    return after;
  });
}

/** Removes a contact. @throws AppError NOT_FOUND */
export function deleteContact(actor: Actor, id: string): Promise<void> {
  return changeContacts(undefined, async (tx) => {
    const before = await find(tx, id);
    await tx.customerService.delete({ where: { id } });
    await record(tx, actor, "delete", { before });
  });
}

/**
 * Puts contacts into another order: by the numbers given, or as they are listed. A list without numbers comes first,
 * and the contacts that it leaves out follow as they were.
 * @throws AppError VALIDATION for what is no contact, CONFLICT with the list as it is when somebody
 * else was faster
 */
export function reorderContacts(
  actor: Actor,
  { services, version }: ReorderContactsInput,
): Promise<AdminContactList> {
  return changeContacts(undefined, async (tx) => {
    const before = await allContacts(tx);
    if (version !== undefined && version !== versionOf(before)) throw await reordered(tx, before);
    const known = new Map(before.map((row) => [row.id, row]));
    if (services.some(({ _id }) => !known.has(_id))) {
      throw invalidField("services", text("errors.contacts.oneContactsDoesNotExist"));
    }
    for (const { id, order } of placesOf(services, before)) {
      // Another place is no change of the contact: whoever has its form open may still save it.
      const updatedAt = known.get(id)?.updatedAt;
      await tx.customerService.update({ where: { id }, data: { order, updatedAt } });
    }
    const after = await allContacts(tx);
    const orderOf = (rows: CustomerService[]) => rows.map(({ id, title }) => ({ id, title }));
    await appendAudit(tx, actor, {
      action: "contact.reorder",
      targetType: "contact",
      before: orderOf(before),
      after: orderOf(after),
    });
    return serializeAdminList(after);
  });
}

type Place = { id: string; order: number };

function placesOf(services: ReorderContactsInput["services"], before: CustomerService[]): Place[] {
  const places = services.flatMap(({ _id, order }) =>
    order === undefined ? [] : [{ id: _id, order }],
  );
  if (places.length === services.length) return places;
  const named = services.map(({ _id }) => _id);
  const rest = before.map(({ id }) => id).filter((id) => !named.includes(id));
  return [...named, ...rest].map((id, index) => ({ id, order: index + 1 }));
}

async function reordered(tx: Tx, rows: CustomerService[]): Promise<AppError> {
  const entry = await tx.auditEntry.findFirst({
    where: { action: { in: ["contact.reorder", "contact.create", "contact.delete"] } },
    orderBy: { seq: "desc" },
  });
  const who = entry?.actorName ?? text("notices.somebody");
  return new AppError("CONFLICT", {
    message: text("errors.contacts.hasChangedListInMeantimeList", { who }),
    details: serializeAdminList(rows),
  });
}

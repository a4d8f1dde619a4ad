import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { Document } from "@/lib/generated/prisma/client";
import { type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField, violatedUnique } from "@/lib/platform/errors";
import { isApplied, madeBefore, markApplied } from "@/lib/platform/http/idempotency";
import { publishEvent } from "@/lib/platform/outbox";
import { text } from "@/lib/platform/text";
import { cleanMarkdown } from "./markdown";
import { getAdminDocument } from "./staff-data";
import type { AdminDocumentDto, CreateDocumentInput, UpdateDocumentInput } from "./staff-schema";

/** What the audit log keeps of a document; its texts stay with its versions. */
const auditView = ({ type, language, title, isActive, version }: Document) => ({
  type,
  language,
  title,
  isActive,
  version,
});

/** @throws AppError VALIDATION for a text of which nothing may stay */
function cleanContent(content: string): string {
  const clean = cleanMarkdown(content).text;
  if (clean.trim() === "") throw invalidField("content", text("errors.documents.enterText"));
  return clean;
}

async function keepVersion(tx: Tx, row: Document, authorId: string | null): Promise<void> {
  const { id: documentId, version, title, content } = row;
  await tx.documentVersion.create({ data: { documentId, version, title, content, authorId } });
}

/** A document that came with the site has its first text nowhere else. */
async function keepFirstVersion(tx: Tx, { id, version, title, content, updatedAt }: Document) {
  await tx.documentVersion.createMany({
    data: [{ documentId: id, version, title, content, createdAt: updatedAt }],
    skipDuplicates: true,
  });
}

async function record(
  tx: Tx,
  actor: Actor,
  action: string,
  { before, after }: { before?: Document; after?: Document },
): Promise<void> {
  await appendAudit(tx, actor, {
    action: `document.${action}`,
    targetType: "document",
    targetId: (after ?? before)?.id,
    ...(before ? { before: auditView(before) } : {}),
    ...(after ? { after: auditView(after) } : {}),
  });
  await publishEvent(tx, { t: "documents", u: "admins:documents.edit" });
}

/**
 * Adds a document in a language that it is not written in yet.
 * @throws AppError CONFLICT when it is, VALIDATION
 */
export async function createDocument(
  actor: Actor,
  input: CreateDocumentInput,
): Promise<AdminDocumentDto> {
  const made = madeBefore();
  if (made) return getAdminDocument(made);
  const data = { ...input, content: cleanContent(input.content) };
  try {
    const { id } = await transaction(async (tx) => {
      const row = await tx.document.create({ data });
      await keepVersion(tx, row, actor.id);
      await record(tx, actor, "create", { after: row });
      await markApplied(tx, row.id);
      return row;
    });
    return await getAdminDocument(id);
  } catch (error) {
    if (violatedUnique(error) === null) throw error;
    const message = text("errors.documents.thisDocumentExistsInLanguageAlready");
    throw new AppError("CONFLICT", { message, errors: { language: [message] }, cause: error });
  }
}

async function lock(tx: Tx, id: string): Promise<Document> {
  await tx.$queryRaw`SELECT id FROM document WHERE id = ${id}::uuid FOR UPDATE`;
  const row = await tx.document.findUnique({ where: { id } });
  if (!row) throw new AppError("NOT_FOUND");
  return row;
}

/**
 * Changes a document. Another title or text makes a new version; the old ones stay.
 * @throws AppError NOT_FOUND, and CONFLICT with the document as it is when `input.version` is another one
 */
export async function updateDocument(
  actor: Actor,
  id: string,
  input: UpdateDocumentInput,
): Promise<AdminDocumentDto> {
  if (isApplied()) return getAdminDocument(id);
  const { version: edited, ...changes } = input;
  if (changes.content !== undefined) changes.content = cleanContent(changes.content);
  const isStale = await transaction(async (tx) => {
    const before = await lock(tx, id);
    if (edited !== undefined && edited !== before.version) return true;
    const { title = before.title, content = before.content } = changes;
    const isNewText = title !== before.title || content !== before.content;
    if (!isNewText && (changes.isActive ?? before.isActive) === before.isActive) return false;
    await keepFirstVersion(tx, before);
    const version = before.version + (isNewText ? 1 : 0);
    // The public page says when the text changed last.
    const changedAt = isNewText ? {} : { updatedAt: before.updatedAt };
    const data = { ...changes, version, ...changedAt };
    const after = await tx.document.update({ where: { id }, data });
    if (isNewText) await keepVersion(tx, after, actor.id);
    await record(tx, actor, "update", { before, after });
    await markApplied(tx);
    return false;
  });
  const document = await getAdminDocument(id);
  if (!isStale) return document;
  throw new AppError("CONFLICT", {
    message: text("errors.documents.nothingWasSavedSavedVersionIn", {
      who: document.author ?? text("errors.common.somebody"),
      version: document.version,
    }),
    details: { document },
  });
}

/** Publishes a document or takes it off the site; without a value it turns the switch. @throws AppError NOT_FOUND */
export async function toggleDocument(
  actor: Actor,
  id: string,
  isActive?: boolean,
): Promise<AdminDocumentDto> {
  await transaction(async (tx) => {
    const before = await lock(tx, id);
    const next = isActive ?? !before.isActive;
    if (next === before.isActive) return;
    // The public page says when the text changed last; it did not.
    const data = { isActive: next, updatedAt: before.updatedAt };
    const after = await tx.document.update({ where: { id }, data });
    await record(tx, actor, "toggle", { before, after });
  });
  return getAdminDocument(id);
}

/** Deletes a document with all its versions; the audit log keeps its last text. @throws AppError NOT_FOUND */
export async function deleteDocument(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    const before = await lock(tx, id);
    await tx.document.delete({ where: { id } });
    await appendAudit(tx, actor, {
      action: "document.delete",
      targetType: "document",
      targetId: id,
      before: { ...auditView(before), content: before.content },
    });
    await publishEvent(tx, { t: "documents", u: "admins:documents.edit", gone: true });
  });
}

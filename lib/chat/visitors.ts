import { createHmac } from "node:crypto";
import type { Chat } from "@/lib/generated/prisma/client";
import { prisma, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { consume, type RateLimit } from "@/lib/platform/ratelimit";
import { insertMessage, lockChat, sendOnce } from "./mutations";
import { publishStatus } from "./status";
import { readReference, referenceOf } from "./visitor-rules";
import type { VisitorMessage } from "./visitor-schema";

/** By address, whoever sends from wherever: so many messages a day are more than one person writes. */
const BY_EMAIL: RateLimit = { name: "support-form", points: 20, seconds: 86_400, shared: true };

/** A request's own reference: sent again it is the same one, and nobody can guess it. */
function newReference(clientKey: string): string {
  return referenceOf(createHmac("sha256", env.NEXTAUTH_SECRET).update(clientKey).digest());
}

/** The conversation that a message goes on with; a wrong reference, or one of another address, begins a new one. */
async function conversationFor(
  { name, email, reference }: VisitorMessage,
  clientKey: string,
): Promise<Chat> {
  const given = readReference(reference ?? "");
  const known =
    given &&
    (await prisma.chat.findFirst({ where: { visitorReference: given, visitorEmail: email } }));
  if (known) return known;
  const visitorReference = newReference(clientKey);
  await prisma.chat.createMany({
    data: [{ visitorName: name, visitorEmail: email, visitorReference }],
    skipDuplicates: true,
  });
  return prisma.chat.findUniqueOrThrow({ where: { visitorReference } });
}

/**
 * Takes a message of somebody who can't log in. It opens a conversation with support, or goes on with theirs, a closed
 * one as well: they have no press to ask for that. The answer says nothing about any account.
 * @returns the conversation's reference
 * @throws AppError RATE_LIMITED, IDEMPOTENCY_CONFLICT for a key that was used for another message
 */
export async function writeAsVisitor(input: VisitorMessage, clientKey: string): Promise<string> {
  // A machine hears the same as a person.
  if (input.homepage) return newReference(clientKey);
  const message = { ...input, email: input.email.toLowerCase() };
  await consume(BY_EMAIL, message.email);
  const chat = await conversationFor(message, clientKey);
  const place = { chat, side: "user" } as const;
  const isSame = ({ text }: { text: string | null }) => text === message.message;
  await sendOnce(place, clientKey, isSame, () =>
    transaction(async (tx) => {
      const { status } = await lockChat(tx, chat.id);
      if (status === "closed") {
        await tx.chat.update({
          where: { id: chat.id },
          data: { status: "open", closedAt: null, waitingSince: null, reopenRequestedAt: null },
        });
        await publishStatus(tx, chat, "open");
      }
      const content = { text: message.message };
      const actor = { id: null, name: message.email };
      return insertMessage(tx, place, { actor, clientKey, content });
    }),
  );
  return chat.visitorReference ?? "";
}

import { addChatNote, listChatNotes } from "@/lib/chat/desk";
import { messagesQuery } from "@/lib/chat/schema";
import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { addNoteSchema, noteResponse, notesResponse } from "@/lib/staff/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What staff noted about a conversation, newest first; its user never sees it",
      tag: "Chat",
      auth: "admin",
      permission: "chat.answer",
      params: idParams,
      query: messagesQuery,
      response: notesResponse,
    },
    ({ params, query }) => listChatNotes(params.id, query),
  ),
  POST: route(
    {
      summary: "Note something about a conversation for other staff; notes are never changed",
      tag: "Chat",
      auth: "admin",
      permission: "chat.answer",
      idempotent: "record",
      params: idParams,
      body: addNoteSchema,
      response: noteResponse,
      status: 201,
    },
    async ({ user, params, body, requestId, ip }) => {
      const actor = { id: user.userId, name: user.username, requestId, ip };
      return {
        message: text("answers.theNoteWasAdded"),
        note: await addChatNote(actor, params.id, body.text),
      };
    },
  ),
});

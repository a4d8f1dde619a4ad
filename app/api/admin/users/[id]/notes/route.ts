import { idParams } from "@/lib/platform/http";
import { text } from "@/lib/platform/text";
import { endpoints, route } from "@/lib/sessions/gate";
import { addNote, listNotes } from "@/lib/staff/notes";
import { addNoteSchema, noteResponse, notesQuery, notesResponse } from "@/lib/staff/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(
    {
      summary: "What staff noted about a user, newest first",
      tag: "Admin users",
      auth: "admin",
      permission: "users.read",
      params: idParams,
      query: notesQuery,
      response: notesResponse,
    },
    ({ params, query }) => listNotes(params.id, query),
  ),
  POST: route(
    {
      summary: "Note something about a user for other staff; notes are never changed",
      tag: "Admin users",
      auth: "admin",
      permission: "users.note",
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
        note: await addNote(actor, params.id, body.text),
      };
    },
  ),
});

/** The form of a UUID's text, for use inside of longer expressions. */
export const UUID_FORM = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const UUID = new RegExp(`^${UUID_FORM}$`, "i");

/** Whether a text can be an id as far as the database goes: of any version, in any case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

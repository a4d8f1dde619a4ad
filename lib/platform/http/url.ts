type Params = Record<string, string | string[] | undefined> | undefined;

/**
 * The path of a route as the API document names it, for numbers by route: `/api/trades/{id}`.
 * @param params what Next took out of the path; undefined where nothing is to be taken
 */
export function pathPattern(pathname: string, params: Params): string {
  let segments = readableTarget(pathname).split("/");
  for (const [name, value] of Object.entries(params ?? {})) {
    if (Array.isArray(value)) segments = [...segments.slice(0, -value.length), `{${name}}`];
    if (typeof value !== "string") continue;
    const at = segments.findLastIndex(
      (text) => text === value || decodeURIComponent(text) === value,
    );
    // A label that anybody can make up would grow without end.
    if (at < 0) return "other";
    segments[at] = `{${name}}`;
  }
  return segments.join("/");
}

/**
 * The path of a request in its one spelling. Ids in capitals and letters as `%61` name the same thing, so a
 * repetition that comes with them has to be seen as one.
 * @param raw what Next took out of the path
 * @param parsed the same, as its schema reads it
 */
export function canonicalPath(pathname: string, raw: Params, parsed: unknown): string {
  const segments = readableTarget(pathname).split("/").map(decodeURIComponent);
  const spelled = parsed as Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(raw ?? {})) {
    const one = spelled?.[name];
    if (typeof value !== "string" || typeof one !== "string") continue;
    const at = segments.lastIndexOf(value);
    if (at >= 0) segments[at] = one;
  }
  return segments.map(encodeURIComponent).join("/");
}

/**
 * A request's target as Next can read it. A path with a "%" that begins no character makes it fail, and so does "*",
 * the whole server; taken letter by letter, such a path names nothing, which is an ordinary 404.
 */
export function readableTarget(target: string): string {
  if (target === "*") return "/*";
  const [path = "", ...query] = target.split("?");
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return [path.replaceAll("%", "%25"), ...query].join("?");
  }
}

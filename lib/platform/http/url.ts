/**
 * A request's target as Next can read it. A path with a "%" that begins no character makes it fail; taken
 * letter by letter, such a path names nothing, which is an ordinary 404.
 */
export function readableTarget(target: string): string {
  const [path = "", ...query] = target.split("?");
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return [path.replaceAll("%", "%25"), ...query].join("?");
  }
}

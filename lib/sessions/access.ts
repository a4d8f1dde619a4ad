import type { Access } from "@/lib/platform/http";

/**
 * Whether these permissions open something of an area. "*" opens everything, "read" whatever only
 * shows, of every area. What belongs to no area is for full administrators alone.
 * @param access "read" for what changes nothing, "write" for everything else
 */
export function permits(
  permissions: readonly string[],
  area: string | undefined,
  access: Access,
): boolean {
  if (permissions.includes("*")) return true;
  if (area === undefined) return false;
  return permissions.includes(area) || (access === "read" && permissions.includes("read"));
}

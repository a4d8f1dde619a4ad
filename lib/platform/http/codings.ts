/** Whether an Accept-Encoding header allows a coding: by its name, or as anything else that is not named. */
export function takesCoding(header: string | string[] | undefined, coding: "br" | "gzip"): boolean {
  const allowed = new Map<string, boolean>();
  for (const entry of String(header ?? "").split(",")) {
    const [name = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    allowed.set(name, !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)));
  }
  return allowed.get(coding) ?? allowed.get("*") ?? false;
}

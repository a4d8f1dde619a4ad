const names = new Intl.DisplayNames("en", { type: "language" });

/** A language by its code, for example "German (de)". */
export function languageName(code: string): string {
  try {
    const name = names.of(code);
    return name && name !== code ? `${name} (${code})` : code;
  } catch {
    return code;
  }
}

import type { DocumentType } from "@/lib/documents/types";

/** A public text in each of its languages, as search engines are told: by code of the language. */
export function documentLanguages(type: DocumentType, languages: string[]): Record<string, string> {
  const paths = languages.map((code) => [code, `/${type}?lang=${code}`]);
  return Object.fromEntries([...paths, ["x-default", `/${type}`]]);
}

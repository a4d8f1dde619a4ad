import * as z from "zod";

/** A file of schemas, loaded. */
export type SchemaModule = Record<string, unknown>;

/** Names a schema in the API document, unless it has a name. */
export function nameSchema(schema: z.core.$ZodType, id: string): void {
  const meta = z.globalRegistry.get(schema);
  if (meta?.id === undefined) z.globalRegistry.add(schema, { ...meta, id });
}

/** Names each schema in these files in the API document by its export: `depositSchema` is Deposit. */
export function nameSchemas(modules: readonly SchemaModule[]): void {
  for (const [name, schema] of modules.flatMap((module) => Object.entries(module))) {
    const isNamed = schema instanceof z.core.$ZodObject || schema instanceof z.core.$ZodUnion;
    if (isNamed && name.endsWith("Schema"))
      nameSchema(schema, capitalised(name.replace(/Schema$/, "")));
  }
}

/** A field or an export as the name of a schema. */
export const capitalised = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

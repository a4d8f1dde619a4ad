import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues, Resolver } from "react-hook-form";
import type { $ZodType } from "zod/v4/core";
import { issueText } from "@/lib/platform/issue-text";

/** Checks by a schema of the API, in the words of the API. Apart, so that pages show without the library. */
export const schemaResolver = <Input>(
  schema: $ZodType<Input, FieldValues>,
): Resolver<FieldValues, unknown, Input> => zodResolver(schema, { error: issueText });

import { notFound } from "next/navigation";
import { AppError } from "@/lib/platform/errors";
import { idParams } from "@/lib/platform/http";

/** What the id in a page's address names. @throws Next's not found for what is no id, or where there is nothing */
export async function loadById<T>(address: string, load: (id: string) => Promise<T>): Promise<T> {
  const params = idParams.safeParse({ id: address });
  if (!params.success) notFound();
  return load(params.data.id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "NOT_FOUND") notFound();
    throw error;
  });
}

import { unstable_rethrow } from "next/navigation";

/**
 * What a title would be made of, or null where it can't be loaded: the page then fails by itself, under its fixed
 * title. @throws Next's own errors, such as not found
 */
export async function forTitle<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading;
  } catch (error) {
    unstable_rethrow(error);
    return null;
  }
}

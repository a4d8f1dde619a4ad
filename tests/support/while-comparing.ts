import bcrypt from "bcrypt";

type Compare = (given: string, hash: string) => Promise<boolean>;

/**
 * Runs something after the next comparison of a password has read its hash and before its answer is known, as a
 * colleague's deed in that moment would. Call the returned function when that is over.
 */
export function whileComparing(deed: () => Promise<unknown>): () => void {
  const compare = bcrypt.compare as Compare;
  const slow = jest.spyOn(bcrypt, "compare") as unknown as jest.SpyInstance<
    ReturnType<Compare>,
    Parameters<Compare>
  >;
  slow.mockImplementationOnce(async (given, hash) => {
    const matches = await compare(given, hash);
    await deed();
    return matches;
  });
  return () => slow.mockRestore();
}

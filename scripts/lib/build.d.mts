export function bundle(
  entries: string[],
  options?: { folder?: string; shared?: boolean },
): Promise<void>;

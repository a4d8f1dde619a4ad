export function isSeeded(env: Record<string, string | undefined>): Promise<boolean>;

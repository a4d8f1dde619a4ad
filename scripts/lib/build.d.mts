export function bundle(entries: string[]): Promise<void>;

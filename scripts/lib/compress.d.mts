/** Puts compressed copies beside the text files of a folder: `.br` and `.gz`. */
export function compressFiles(folder: string): void;

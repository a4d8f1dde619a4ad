/** Loads a package whose globals and listeners outlast the test file that asks for it first. */
export function keepingGlobalsOf<T>(load: () => T): T;

/**
 * Notes the globals, the environment and the listeners of the process.
 * @returns what takes back everything that changed since, but for what packages keep
 */
export function noteGlobals(): () => void;

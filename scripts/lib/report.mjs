/** An expected fault: its message is what the person at the terminal sees, a line for each mistake. */
export class Fault extends Error {}

/** Prints one line of progress. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Prints one line about something that went wrong. */
export function complain(line) {
  process.stderr.write(`${line}\n`);
}

/** The text of whatever was thrown, on one line. */
export function oneLine(error) {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replaceAll(/\s*\n\s*/g, " ").trim();
}

/**
 * Runs a command's main function. A Fault becomes one line and exit code 1; anything else is a
 * mistake of ours and keeps its stack.
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (error instanceof Fault) complain(error.message);
    else complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = 1;
  }
}

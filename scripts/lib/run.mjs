import { spawn } from "node:child_process";
import { Fault } from "./report.mjs";
import { root } from "./settings.mjs";

const running = new Set();

/**
 * Ends the commands that `run` has started; used when the person gives up waiting. With SIGTERM each
 * finishes what it must not leave half done.
 */
export function killRunning(signal = "SIGTERM") {
  for (const child of running) child.kill(signal);
}

/**
 * Runs a command to its end. Quiet ones keep their output for the case that they fail.
 * @param {string[]} command
 * @param {{ env?: Record<string, string | undefined>, quiet?: boolean, failure?: string }} options
 *   failure: what to say when it fails; without it the command's own last words are the message
 * @throws Fault when the command exits with anything but 0
 */
export async function run(command, { env = process.env, quiet = true, failure } = {}) {
  const [file, ...args] = command;
  const child = spawn(file, args, {
    cwd: root,
    env,
    stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "pipe"],
  });
  running.add(child);
  const output = [];
  child.stdout?.on("data", (chunk) => output.push(chunk));
  child.stderr.on("data", (chunk) => output.push(chunk));
  const code = await new Promise((resolve) => {
    child.once("error", (error) => {
      output.push(Buffer.from(error.message));
      resolve(1);
    });
    child.once("close", (exit, signal) => resolve(exit ?? signal));
  });
  running.delete(child);
  if (code === 0) return;
  const said = Buffer.concat(output).toString("utf8").trim();
  throw new Fault(
    failure ? `${said}\n${failure}` : said || `${command.join(" ")} failed (${code}).`,
  );
}

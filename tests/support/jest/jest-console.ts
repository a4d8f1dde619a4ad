import { afterEach, beforeEach, jest } from "@jest/globals";

// A busy machine stands still for seconds now and then; no test waits for this to pass.
jest.setTimeout(30_000);

// What a test did not ask for must not pass unread. A test that expects a complaint replaces the
// spy with its own: jest.spyOn(console, "error").
let complaints: string[] = [];

beforeEach(() => {
  complaints = [];
  jest.spyOn(console, "error").mockImplementation((...parts: unknown[]) => {
    complaints.push(parts.map(String).join(" "));
  });
});

afterEach(() => {
  jest.restoreAllMocks();
  if (complaints.length > 0) throw new Error(`console.error was called:\n${complaints.join("\n")}`);
});

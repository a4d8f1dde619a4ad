import { unlessWaiting } from "./waiting";

it("takes what waits for a second person for no outcome, and says so in the server's words", () => {
  const done = { message: "The deposit was credited", deposit: {} };
  expect(unlessWaiting(done)).toBe(done);
  const waits = { message: "Waiting for a second person", approval: { id: "1" } };
  expect(() => unlessWaiting(waits)).toThrow(
    expect.objectContaining({ code: "SECOND_PERSON_NEEDED", message: waits.message, body: waits }),
  );
});

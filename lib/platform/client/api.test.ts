import { learnEnglish } from "@/tests/support/words/browser-words";
import { ApiError, messageOf, networkMessage, readResponse } from "./api";

learnEnglish();

const failureOf = (body: string, init: ResponseInit) =>
  readResponse(new Response(body, init), {}).then(
    () => null,
    (error: unknown) => error as ApiError,
  );
const limited = (seconds?: number, message = "Rate limit exceeded") =>
  new ApiError(429, "RATE_LIMITED", message, {}, seconds);

it("takes a page in place of an answer for a network error: nothing is known of the request", async () => {
  expect(await failureOf("<html>Log in to this network</html>", { status: 200 })).toMatchObject({
    status: 0,
    code: "NETWORK",
    message: networkMessage(),
  });
});

it("takes a page in place of an error for one of the server", async () => {
  expect(await failureOf("<html>Bad gateway</html>", { status: 502 })).toMatchObject({
    status: 502,
    message: "Server error. Please try again later.",
  });
});

it.each([
  [limited(37), "Rate limit exceeded. Try again in 37 s."],
  [limited(840), "Rate limit exceeded. Try again in 14 min."],
  [limited(), "Rate limit exceeded"],
  [limited(3, "The server is busy."), "The server is busy. Try again in 3 s."],
  [new ApiError(409, "REQUEST_IN_PROGRESS", "Still on its way", {}, 1), "Still on its way"],
])("says with a limit how long it lasts", (error, text) => {
  expect(messageOf(error)).toBe(text);
});

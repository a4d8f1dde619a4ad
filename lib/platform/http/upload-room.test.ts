import { uploadRoom } from "./upload-room";

const request = () => new Request("http://x/");
const busy = expect.objectContaining({ code: "RATE_LIMITED", retryAfterSeconds: 7 });
const thrown = (work: () => void) => {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
};

it("has so much room for all, and again when a request is answered", () => {
  const room = uploadRoom({ bytes: 100, bytesOfOne: 60, retryAfterSeconds: 7 });
  const [first, second] = [request(), request()];
  room.hold(first, "ann", 40);
  room.hold(first, "ann", 20);
  room.hold(second, "bob", 40);
  expect(thrown(() => room.hold(request(), "cyd", 1))).toEqual(busy);
  room.letGo(first);
  room.letGo(first);
  room.hold(request(), "cyd", 60);
  expect(thrown(() => room.hold(request(), "dee", 1))).toEqual(busy);
});

it("lets nobody take up all of it, and counts what was refused for nothing", () => {
  const room = uploadRoom({ bytes: 100, bytesOfOne: 60, retryAfterSeconds: 7 });
  const [first, second] = [request(), request()];
  room.hold(first, "ann", 50);
  expect(thrown(() => room.hold(second, "ann", 11))).toEqual(busy);
  room.hold(second, "ann", 10);
  room.hold(request(), "bob", 40);
  room.letGo(second);
  expect(thrown(() => room.hold(second, "ann", 11))).toEqual(busy);
  room.hold(second, "ann", 10);
});

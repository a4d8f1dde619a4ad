import { memoryQuota } from "./memory-quota";

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
  const quota = memoryQuota({ bytes: 100, bytesOfOne: 60, retryAfterSeconds: 7 });
  const [first, second] = [request(), request()];
  quota.hold(first, "ann", 40);
  quota.hold(first, "ann", 20);
  quota.hold(second, "bob", 40);
  expect(thrown(() => quota.hold(request(), "cyd", 1))).toEqual(busy);
  quota.letGo(first);
  quota.letGo(first);
  quota.hold(request(), "cyd", 60);
  expect(thrown(() => quota.hold(request(), "dee", 1))).toEqual(busy);
});

it("lets nobody take up all of it, and counts what was refused for nothing", () => {
  const quota = memoryQuota({ bytes: 100, bytesOfOne: 60, retryAfterSeconds: 7 });
  const [first, second] = [request(), request()];
  quota.hold(first, "ann", 50);
  expect(thrown(() => quota.hold(second, "ann", 11))).toEqual(busy);
  quota.hold(second, "ann", 10);
  quota.hold(request(), "bob", 40);
  quota.letGo(second);
  expect(thrown(() => quota.hold(second, "ann", 11))).toEqual(busy);
  quota.hold(second, "ann", 10);
});

const COOKIE = Symbol("set-cookie");

/** Marks an answer to carry a Set-Cookie header. */
export function withCookie<T extends object>(answer: T, cookie: string): T {
  return Object.defineProperty(answer, COOKIE, { value: cookie, enumerable: false });
}

/** The Set-Cookie header that an answer was marked with. */
export function cookieOf(answer: object): string | undefined {
  return (answer as { [COOKIE]?: string })[COOKIE];
}

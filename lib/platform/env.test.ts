const REQUIRED = {
  DATABASE_URL: "postgresql://localhost/site",
  NEXTAUTH_SECRET: "s".repeat(32),
};

const before = process.env;
afterEach(() => {
  process.env = before;
});

/** What the start says to an environment, a line per mistake; nothing when it is in order. */
function complaintsAbout(variables: Record<string, string>): string[] {
  process.env = { ...before, ...REQUIRED, ...variables };
  try {
    jest.isolateModules(() => {
      require("./env");
    });
    return [];
  } catch (error) {
    return (error as Error).message.split("\n").slice(1);
  }
}

it.each(["APP_URL", "NEXTAUTH_URL", "S3_ENDPOINT", "MARKET_OKX_REST_URL"])(
  "%s is an address of the web",
  (name) => {
    const line = `${name}: must be an http:// or https:// URL`;
    for (const value of ["ftp://example.com", "example.com", "javascript:alert(1)"]) {
      expect(complaintsAbout({ [name]: value })).toEqual([line]);
    }
    for (const value of ["http://localhost:3000", "https://example.com", ""]) {
      expect(complaintsAbout({ [name]: value })).toEqual([]);
    }
  },
);

it("MARKET_<EXCHANGE>_WS_URL is an address of a socket, whatever the exchange", () => {
  for (const name of ["MARKET_BYBIT_WS_URL", "MARKET_KRAKEN_WS_URL"]) {
    const line = `${name}: must be a ws:// or wss:// URL`;
    expect(complaintsAbout({ [name]: "https://example.com" })).toEqual([line]);
    expect(complaintsAbout({ [name]: "wss://example.com/ws" })).toEqual([]);
  }
});

it("ADMIN_PASSWORD is one that can sign in", () => {
  const line = "ADMIN_PASSWORD: must have at most 72 bytes";
  expect(complaintsAbout({ ADMIN_PASSWORD: "ü".repeat(37) })).toEqual([line]);
  expect(complaintsAbout({ ADMIN_PASSWORD: "ü".repeat(36) })).toEqual([]);
});

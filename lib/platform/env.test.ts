const REQUIRED = {
  DATABASE_URL: "postgresql://localhost/site",
  NEXTAUTH_SECRET: "of-these-tests-and-of-nobody-else",
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

it("DATABASE_POOL_SIZE is enough for two pools", () => {
  const line = "DATABASE_POOL_SIZE: Too small: expected number to be >=4";
  expect(complaintsAbout({ DATABASE_POOL_SIZE: "3" })).toEqual([line]);
  expect(complaintsAbout({ DATABASE_POOL_SIZE: "4" })).toEqual([]);
});

it("ADMIN_PASSWORD is one that can log in", () => {
  const line = "ADMIN_PASSWORD: must have at most 72 bytes";
  expect(complaintsAbout({ ADMIN_PASSWORD: "ü".repeat(37) })).toEqual([line]);
  expect(complaintsAbout({ ADMIN_PASSWORD: "ü".repeat(36) })).toEqual([]);
});

it("APP_URL is an address with nothing behind it", () => {
  for (const value of [
    "https://example.com/site",
    "https://example.com/?a",
    "https://a:b@c.test",
  ]) {
    expect(complaintsAbout({ APP_URL: value })).toEqual(["APP_URL: must have no path"]);
  }
  for (const value of ["https://example.com/", "https://example.com:443"]) {
    expect(complaintsAbout({ APP_URL: value })).toEqual([]);
  }
});

it("APP_URL is asked for, and https, with real money", () => {
  const line = "APP_URL: must be an https:// URL when REAL_MONEY=1";
  for (const REAL_MONEY of ["1", "true"]) {
    for (const APP_URL of ["", "http://example.com"]) {
      expect(complaintsAbout({ REAL_MONEY, APP_URL })).toEqual([line]);
    }
    expect(complaintsAbout({ REAL_MONEY, APP_URL: "https://example.com" })).toEqual([]);
  }
  expect(complaintsAbout({ REAL_MONEY: "0", APP_URL: "http://example.com" })).toEqual([]);
  // A build needs no configuration.
  const NEXT_PHASE = "phase-production-build";
  expect(complaintsAbout({ REAL_MONEY: "1", APP_URL: "", NEXT_PHASE })).toEqual([]);
});

it("no server stands in for an exchange where money is real", () => {
  const real = { REAL_MONEY: "1", APP_URL: "https://example.com" };
  const urls = {
    MARKET_OKX_REST_URL: "https://example.com",
    MARKET_KRAKEN_WS_URL: "wss://example.com",
  };
  expect(complaintsAbout({ ...real, ...urls }).sort()).toEqual([
    "MARKET_KRAKEN_WS_URL: must not be set when REAL_MONEY=1",
    "MARKET_OKX_REST_URL: must not be set when REAL_MONEY=1",
  ]);
  expect(complaintsAbout({ ...real, MARKET_OKX_REST_URL: "" })).toEqual([]);
  expect(complaintsAbout({ ...urls, REAL_MONEY: "0" })).toEqual([]);
});

it.each([
  ["NEXTAUTH_SECRET", "only-while-building".repeat(2), "is a well-known placeholder"],
  ["NEXTAUTH_SECRET", "changeme".repeat(4), "is a well-known placeholder"],
  ["NEXTAUTH_SECRET", "s".repeat(32), "is one character repeated"],
  ["CRON_SECRET", "change-me-change-me", "is a well-known placeholder"],
  ["METRICS_TOKEN", "0".repeat(16), "is one character repeated"],
])("%s is not %s in production, or where money is real", (name, value, reason) => {
  const line = `${name}: ${reason}: make up another`;
  const real = { REAL_MONEY: "1", APP_URL: "https://example.com" };
  for (const place of [real, { NODE_ENV: "production" }]) {
    expect(complaintsAbout({ ...place, [name]: value })).toEqual([line]);
    expect(complaintsAbout({ ...place, [name]: `${value}, and of my own` })).toEqual([]);
  }
  expect(complaintsAbout({ [name]: value })).toEqual([]);
  const NEXT_PHASE = "phase-production-build";
  expect(complaintsAbout({ NODE_ENV: "production", NEXT_PHASE, [name]: value })).toEqual([]);
});

it.each([
  ["ADMIN_PASSWORD", "changeme", "is a well-known placeholder"],
  ["ADMIN_PASSWORD", "aaaaaa", "is one character repeated"],
  ["ADMIN_PASSWORD", "Admin123", "is a well-known password"],
  ["ADMIN_PASSWORD", "password", "is a well-known password"],
  ["ADMIN_PASSWORD", "12345678", "is a well-known password"],
])("%s is not %s where money is real, in a demo it may be", (name, value, reason) => {
  const real = { REAL_MONEY: "1", APP_URL: "https://example.com" };
  const line = `${name}: ${reason}: make up another when REAL_MONEY=1`;
  expect(complaintsAbout({ ...real, [name]: value })).toEqual([line]);
  expect(complaintsAbout({ ...real, [name]: `${value}, and of my own` })).toEqual([]);
  expect(complaintsAbout({ NODE_ENV: "production", [name]: value })).toEqual([]);
});

it("says what is required and missing", () => {
  const missing = { DATABASE_URL: "", NEXTAUTH_SECRET: "" };
  expect(complaintsAbout(missing)).toEqual([
    "DATABASE_URL: is required",
    "NEXTAUTH_SECRET: is required",
  ]);
});

it("SMTP_URL names a mail server, MAIL_FROM an address", () => {
  for (const value of ["smtp://", "smtps://:25", "http://mail.test"]) {
    expect(complaintsAbout({ SMTP_URL: value })).toEqual([
      "SMTP_URL: must be an smtp:// or smtps:// URL with a host",
    ]);
  }
  expect(complaintsAbout({ SMTP_URL: "smtp://user:p%40ss@mail.test:587" })).toEqual([]);
  for (const value of ["not an address", "Aurum <>", "a@b c"]) {
    expect(complaintsAbout({ MAIL_FROM: value })).toEqual([
      "MAIL_FROM: must be an email address, or Name <address>",
    ]);
  }
  for (const value of ["no-reply@localhost", "Aurum Gold <mail@example.com>"]) {
    expect(complaintsAbout({ MAIL_FROM: value })).toEqual([]);
  }
});

it.each([
  ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
  ["S3_SECRET_ACCESS_KEY", "S3_ACCESS_KEY_ID"],
])("%s goes with %s", (name, partner) => {
  expect(complaintsAbout({ [name]: "x" })).toEqual([`${name}: needs ${partner}`]);
  expect(complaintsAbout({ [name]: "x", [partner]: "y" })).toEqual([]);
});

it("DATABASE_ROLE is one name, which starts no other option", () => {
  const line = "DATABASE_ROLE: must be the name of a role";
  expect(complaintsAbout({ DATABASE_ROLE: "a -c role=b" })).toEqual([line]);
});

it("DATABASE_URL leaves the role and the time limits to the application", () => {
  const url = "postgresql://app@localhost/site?sslmode=require";
  expect(complaintsAbout({ DATABASE_URL: url })).toEqual([]);
  const hosts = "postgresql://app:a,b@one:5432,two:5433,[::1]/site";
  expect(complaintsAbout({ DATABASE_URL: hosts })).toEqual([]);
  expect(complaintsAbout({ DATABASE_URL: `${hosts}?lock_timeout=0` })).toEqual([
    "DATABASE_URL: must not set lock_timeout",
  ]);
  expect(complaintsAbout({ DATABASE_URL: `${url}&options=-c%20geqo%3Doff` })).toEqual([
    "DATABASE_URL: must not set options",
  ]);
  expect(complaintsAbout({ DATABASE_URL: `${url}&statement_timeout=0&options=` })).toEqual([
    "DATABASE_URL: must not set options",
    "DATABASE_URL: must not set statement_timeout",
  ]);
  expect(complaintsAbout({ DATABASE_URL: `${url}&lock_timeout=0` })).toEqual([
    "DATABASE_URL: must not set lock_timeout",
  ]);
});

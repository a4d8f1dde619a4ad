const specs = (folder, names) => names.map((name) => `tests/e2e/${folder}/${name}.spec.ts`);

/**
 * The browser tests: lanes that run beside each other, each with a site and a database of its own.
 * What staff do to theirs (notices to everybody, switched-off wallets) is not
 * seen by the others. Those that take longest stand first.
 *   paths: folders or files, as Playwright takes them; every spec belongs to one lane
 *   load: cores that the lane with its browser and its site keeps busy on the average
 */
export const BROWSER_LANES = [
  {
    name: "staff",
    paths: specs("staff", [
      "customer-service",
      "desk",
      "documents",
      "house",
      "notifications",
      // Late enough that there is something on each of them.
      "pages",
      "rights",
      "settings",
      "wallets",
    ]),
    port: 3197,
    load: 0.8,
  },
  {
    name: "pages",
    paths: [...specs("staff", ["users"]), ...specs("users", ["page-weight", "pages", "site"])],
    port: 3194,
    load: 0.8,
  },
  {
    name: "users",
    paths: specs("users", [
      "account",
      "ai-trading",
      "chat",
      "customer-service",
      "early-input",
      "history",
      "people",
      "referrals",
      "takeover",
      "two-tabs",
    ]),
    port: 3199,
    load: 0.8,
  },
  {
    name: "products",
    paths: ["tests/e2e/api/", "tests/e2e/products/", ...specs("users", ["journey", "keyboard"])],
    port: 3196,
    load: 0.8,
  },
];

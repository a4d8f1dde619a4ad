import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sanitizeHtml from "sanitize-html";
import { languageName } from "@/components/admin/documents/language-name";
import { countryName, pickableCountries } from "@/components/admin/settings/country-names";
import { countryChoices } from "@/lib/accounts/country-names";
import { prisma } from "@/lib/platform/db";
import { languageChoices, nameOfLanguage } from "@/lib/platform/text/preferred";
import { sessionCookieName } from "@/lib/sessions/token";
import { NETWORK_NAMES } from "@/lib/wallets/names";
import english from "@/messages/en.json";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { AppProcess, freePort, newDataDir } from "@/tests/support/processes/app-process";
import { outsideBrackets, PSEUDO, pseudoMessages } from "@/tests/support/words/pseudo-locale";

// The site in a made-up language, in which every text of messages/ stands in brackets. What a page
// says outside of them did not come from there, and no file of another language could translate it.

jest.setTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), "language-"));
const languageFile = join(folder, `${PSEUDO}.json`);
let app: AppProcess;

beforeAll(async () => {
  writeFileSync(languageFile, JSON.stringify(pseudoMessages(english)));
  app = new AppProcess(newDataDir(), await freePort(), {
    DATABASE_URL: process.env.DATABASE_URL,
    MIGRATION_DATABASE_URL: process.env.MIGRATION_DATABASE_URL,
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET,
    LANGUAGE_FILE: languageFile,
    RATE_LIMIT_FACTOR: "1000",
    LOG_LEVEL: "error",
  });
  await app.ready();
});

afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

// Articles of the operator and of developers, not texts of the screens.
const ARTICLES =
  /^\/(about-us|api-docs|legality|privacy-policy|terms-conditions|whitepaper|admin\/help)$/;

/** The addresses of all pages, from their files; those of one record are left to their own tests. */
const pagesUnder = (root: string): string[] =>
  execFileSync("git", ["ls-files", root], { encoding: "utf8" })
    .split("\n")
    .filter((file) => file.endsWith("/page.tsx") && !file.includes("["))
    .map((file) => file.replace(/^app|\/page\.tsx$|\/\([a-z]+\)/g, "") || "/")
    .filter((path) => !ARTICLES.test(path));

const SPOKEN = ["aria-label", "alt", "placeholder", "title"];

/** What a page says, to eyes and to screen readers. */
async function wordsOf(path: string, token?: string): Promise<string[]> {
  const headers = token ? { cookie: `${sessionCookieName()}=${token}` } : undefined;
  const answer = await fetch(`${app.url}${path}`, { headers });
  expect({ path, status: answer.status }).toEqual({ path, status: 200 });
  const words: string[] = [];
  // An entity would part a text in two.
  const html = (await answer.text()).replaceAll(/&(#x27|quot|amp);/g, "’");
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    nonTextTags: ["script", "style"],
    textFilter: (text) => {
      words.push(text);
      return text;
    },
    transformTags: {
      "*": (tagName, attribs) => {
        for (const name of SPOKEN) if (attribs[name]) words.push(attribs[name]);
        return { tagName, attribs };
      },
    },
  });
  return words;
}

/** Names of people, plans, addresses and the like: what the database holds is the same in every language. */
async function storedWords(): Promise<string> {
  const tables = await Promise.all([
    prisma.user.findMany(),
    prisma.session.findMany(),
    prisma.wallet.findMany(),
    prisma.savingPlan.findMany(),
    prisma.customerService.findMany(),
    prisma.document.findMany({ select: { title: true } }),
    prisma.setting.findMany(),
    prisma.auditEntry.findMany(),
  ]);
  // Each language has its own name for itself.
  const languages = [
    ...languageChoices().flatMap(({ code, name }) => [name, languageName(code)]),
    ...[nameOfLanguage(PSEUDO), languageName(PSEUDO)],
  ];
  const countries = countryChoices(PSEUDO).map(({ label }) => label);
  const names = [...pickableCountries.map(countryName), ...countries, ...languages];
  const plain = (_name: string, value: unknown) =>
    typeof value === "bigint" ? String(value) : value;
  const logKey = await (await fetch(`${app.url}/log/key`)).text();
  return JSON.stringify([tables, names, NETWORK_NAMES, logKey], plain);
}

/** What a program reads: addresses, names, hashes (or the ends of one) and keys of the public log, and a command for a terminal. */
const OF_PROGRAMS =
  /^(\/log\/\w+|[\w.:]+\/log(\+\S+)?|[0-9a-f]{6,64}|npm run \S+ -- https?:\/\/\S+)$/;

const CODES_AND_DATES =
  /\b(Aurum|USDT|XAUT|BTC|ETH|BNB|USDC|UTC|ERC20|TRC20|BEP20|\d{1,2} [A-Z][a-z]{2} \d{4})\b/g;

it.each([
  ["visitor", "app/(public)", undefined],
  ["user", "app/(user)", signedInUser],
  ["member of staff", "app/admin/(panel)", signedInAdmin],
] as const)("says nothing to a %s that did not come from messages", async (_who, root, signIn) => {
  const known = await signIn?.();
  const stored = await storedWords();
  const isData = (part: string) =>
    OF_PROGRAMS.test(part) ||
    stored.includes(part) ||
    !/[A-Za-z]{2}/.test(part.replace(CODES_AND_DATES, ""));
  const literals: string[] = [];
  for (const path of pagesUnder(root)) {
    // All of a page at once, as a text may have a link in its middle.
    const outside = outsideBrackets((await wordsOf(path, known?.token)).join("\n"));
    const parts = outside
      .replaceAll(new RegExp(`${app.url}/register\\?ref=\\w+`, "g"), "")
      .split(/\n|, | [·→—] |: /)
      .map((part) => part.trim());
    literals.push(...parts.filter((part) => !isData(part)).map((part) => `${path}: ${part}`));
  }
  expect(literals).toEqual([]);
});

it("pages are in the language that was chosen here, and offer the one that the browser prefers", async () => {
  const { token } = await signedInUser();
  const page = async (path: string, cookies: string[], accepted = "en") => {
    const headers = { "accept-language": accepted, cookie: cookies.join("; ") };
    return (await fetch(`${app.url}${path}`, { headers })).text();
  };
  const signedIn = `${sessionCookieName()}=${token}`;
  for (const [path, cookies] of [
    ["/login", []],
    ["/privacy-policy", []],
    ["/", [signedIn]],
  ] as const) {
    const plain = await page(path, [...cookies], "es-MX,es;q=0.9,en;q=0.8");
    expect(plain).toContain(`<html lang="${PSEUDO}"`);
    expect(plain).toContain(`<div lang="es"`);
    const chosen = await page(path, [...cookies, "language=en"], "es");
    expect(chosen).toContain('<html lang="en"');
    expect(chosen).not.toContain("⟦");
    expect(chosen).not.toContain('<div lang="es"');
  }
  const other = await signedInUser({ language: "en" });
  const ofAccount = await page("/", [`${sessionCookieName()}=${other.token}`], "es");
  expect(ofAccount).toContain('<html lang="en"');
  expect(ofAccount).not.toContain('<div lang="es"');
  expect(await page("/admin/login", ["language=en"])).toContain(`<html lang="${PSEUDO}"`);
});

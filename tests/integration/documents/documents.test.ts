import { GET as byLanguage } from "@/app/api/documents/language/[lang]/route";
import { GET as languages } from "@/app/api/documents/languages/route";
import robots from "@/app/robots";
import sitemap from "@/app/sitemap";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { unfinishedDocuments } from "@/lib/documents/data";
import { renderMarkdown } from "@/lib/documents/markdown";
import { OPERATOR_DETAILS } from "@/lib/documents/operator";
import type { DocumentDto } from "@/lib/documents/schema";
import { documentTypes } from "@/lib/documents/types";
import { prisma } from "@/lib/platform/db";
import { siteOrigin } from "@/lib/platform/env";
import { updateSettings } from "@/lib/site/mutations";
import { defaultDocuments } from "@/prisma/seed/documents";
import { callRoute } from "@/tests/support/api";

const fetchDocuments = (lang: string, query = "") =>
  callRoute<{ documents: DocumentDto[] }>(byLanguage, {
    path: `/api/documents/language/${lang}${query}`,
    params: { lang },
  });

beforeAll(async () => {
  await prisma.document.createMany({ data: defaultDocuments() });
  await prisma.document.createMany({
    data: [
      { type: "about-us", language: "pt-BR", title: "Sobre nós", content: "texto" },
      { type: "legality", language: "pt-BR", title: "Draft", content: "x", isActive: false },
      { type: "about-us", language: "fr", title: "Brouillon", content: "x", isActive: false },
    ],
  });
});

it("lists the published documents of a language in their order", async () => {
  const { status, body } = await fetchDocuments("en");
  expect(status).toBe(200);
  expect(body.documents.map(({ type }) => type)).toEqual(documentTypes);
  expect((await fetchDocuments("EN")).body).toEqual(body);
  expect((await fetchDocuments("pt-BR")).body.documents).toMatchObject([
    { title: "Sobre nós", content: "texto", version: 1, isActive: true },
  ]);
});

it("answers for the language of a country in the language, where there is nothing closer", async () => {
  expect((await fetchDocuments("en-US")).body).toEqual((await fetchDocuments("en")).body);
  const text = { language: "pt", title: "Sobre", content: "x" };
  const types = ["about-us", "legality"] as const;
  await prisma.document.createMany({ data: types.map((type) => ({ ...text, type })) });
  const titles = (await fetchDocuments("pt-BR")).body.documents.map(({ title }) => title);
  expect(titles).toEqual(["Sobre nós", "Sobre"]);
  await prisma.document.deleteMany({ where: { language: "pt" } });
});

it("gives one by its type", async () => {
  const { body } = await fetchDocuments("en", "?type=whitepaper");
  expect(body.documents).toMatchObject([{ type: "whitepaper", language: "en" }]);
});

it("knows no other types, and no language that can't be one", async () => {
  expect((await fetchDocuments("en", "?type=secret")).status).toBe(422);
  expect((await fetchDocuments("../x")).status).toBe(404);
  expect((await fetchDocuments("xx")).body).toEqual({ success: true, documents: [] });
});

it("lists the languages that something is published in", async () => {
  expect((await callRoute(languages)).body).toEqual({
    success: true,
    languages: ["de", "en", "es", "pt-BR"],
  });
});

it("leads search engines to each public text in each of its languages, and not to staff", async () => {
  const { rules, sitemap: address } = robots();
  expect(rules).toMatchObject({
    userAgent: "*",
    allow: "/",
    disallow: expect.arrayContaining(["/admin"]),
  });
  const origin = siteOrigin();
  expect(address).toBe(`${origin}/sitemap.xml`);
  const pages = await sitemap();
  const paths = pages.map(({ url }) => url.slice(origin.length));
  expect(paths).toEqual(
    expect.arrayContaining([
      "/login",
      "/support",
      "/transparency",
      ...documentTypes.map((type) => `/${type}`),
    ]),
  );
  expect(pages.find(({ url }) => url === `${origin}/about-us`)?.alternates?.languages).toEqual({
    ...Object.fromEntries(
      ["de", "en", "es", "pt-BR"].map((code) => [code, `${origin}/about-us?lang=${code}`]),
    ),
    "x-default": `${origin}/about-us`,
  });
});

describe("the default texts", () => {
  const GAPS = {
    en: [/^> Template, to be completed by the operator\. Not stated yet: .+\./, "*not stated yet*"],
    de: [
      /^> Vorlage, vom Betreiber zu ergänzen\. Noch nicht angegeben: .+\./,
      "*noch nicht angegeben*",
    ],
    es: [
      /^> Plantilla que debe completar el operador\. Aún sin indicar: .+\./,
      "*aún sin indicar*",
    ],
  } as const;

  it("say that they are templates and what to fill in, until the operator has", async () => {
    for (const [language, [note, open]] of Object.entries(GAPS)) {
      const { documents } = (await fetchDocuments(language)).body;
      expect(documents.map(({ type }) => type)).toEqual(documentTypes);
      for (const { title, content } of documents) {
        expect(title).not.toBe("");
        expect(content).toMatch(note);
        expect(content).toContain(open);
        expect(renderMarkdown(content).contents.length).toBeGreaterThan(3);
      }
    }
    expect(await unfinishedDocuments()).toEqual(documentTypes);

    const details = Object.fromEntries(OPERATOR_DETAILS.map((detail) => [detail, "Gold Ltd"]));
    await updateSettings(SYSTEM_ACTOR, details);
    for (const [language, [note, open]] of Object.entries(GAPS)) {
      for (const { content } of (await fetchDocuments(language)).body.documents) {
        expect(content).toContain("Gold Ltd");
        expect(content).not.toMatch(note);
        expect(content).not.toContain(open);
        expect(content).not.toContain("{{");
      }
    }
    expect(await unfinishedDocuments()).toEqual([]);
  });

  it("promise no gain and no safety", () => {
    for (const { content } of defaultDocuments()) {
      expect(content).not.toMatch(
        /guaranteed (return|profit|income)|risk-free|no risk|insured by|garantierte|risikolos|risikofrei|sin riesgo|garantizad/i,
      );
    }
  });
});

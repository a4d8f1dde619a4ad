import { PUT as write } from "@/app/api/settings/config/route";
import { GET } from "@/app/manifest.webmanifest/route";
import { signedInAdmin, TEST_PASSWORD } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";

type Manifest = Record<"id" | "name" | "description" | "lang" | "dir" | "start_url", string>;

async function manifest(query = ""): Promise<Manifest> {
  const response = await GET(new Request(`http://localhost/manifest.webmanifest${query}`));
  expect(response.headers.get("content-type")).toBe("application/manifest+json");
  return (await response.json()) as Manifest;
}

it("is described in the language of the page that names it, and stays the same installed site", async () => {
  const descriptions = {
    en: "Trade Tether Gold (XAUT) with real-time data and professional tools",
    de: "Tether Gold (XAUT) handeln, mit Kursen in Echtzeit und professionellen Werkzeugen",
    es: "Opere con Tether Gold",
  };
  for (const [lang, description] of Object.entries(descriptions))
    expect(await manifest(`?language=${lang}`)).toMatchObject({
      description: expect.stringContaining(description),
      lang,
      dir: "ltr",
      id: "/",
      start_url: "/",
    });
});

it("is in the site's language where nobody names one that is offered", async () => {
  for (const query of ["", "?language=", "?language=tlh", "?language=../de"])
    expect((await manifest(query)).lang).toBe("en");
});

it("keeps the words of staff as they are", async () => {
  const { token } = await signedInAdmin();
  const body = { siteName: "Goldhaus", metaDescription: "Gold by weight", password: TEST_PASSWORD };
  const path = "/api/settings/config";
  expect((await callRoute(write, { method: "PUT", path, token, body })).status).toBe(200);
  expect(await manifest("?language=de")).toMatchObject({
    name: "Goldhaus",
    description: "Gold by weight",
    lang: "de",
  });
});

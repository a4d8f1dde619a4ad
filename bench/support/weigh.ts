import { gzipSync } from "node:zlib";

/** Scripts by address with their gzipped size, fetched once a run. */
export class Scripts {
  private readonly sizes = new Map<string, Promise<number>>();

  constructor(private readonly base: string) {}

  /** Bytes of a script as a server would send it, at gzip's default level. */
  sizeOf(address: string): Promise<number> {
    const { pathname } = new URL(address, this.base);
    const known = this.sizes.get(pathname);
    if (known) return known;
    const size = this.fetchSize(pathname);
    this.sizes.set(pathname, size);
    return size;
  }

  /** Sum over different scripts. */
  async sum(addresses: Iterable<string>): Promise<number> {
    const sizes = await Promise.all([...addresses].map((address) => this.sizeOf(address)));
    return sizes.reduce((total, size) => total + size, 0);
  }

  private async fetchSize(pathname: string): Promise<number> {
    const answer = await fetch(new URL(pathname, this.base));
    if (!answer.ok) throw new Error(`${pathname} answered ${answer.status}`);
    return gzipSync(Buffer.from(await answer.arrayBuffer())).byteLength;
  }
}

const ATTRIBUTE = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1];

/** Paths of the scripts that a browser fetches for this HTML: script tags and preloads. */
export function scriptsOf(html: string): Set<string> {
  const found = new Set<string>();
  for (const [tag] of html.matchAll(/<(?:script|link)\s[^>]*>/gi)) {
    const isScript = /^<script/i.test(tag);
    const rel = ATTRIBUTE(tag, "rel")?.toLowerCase();
    const isPreload =
      rel === "modulepreload" || (rel === "preload" && ATTRIBUTE(tag, "as") === "script");
    const address = ATTRIBUTE(tag, isScript ? "src" : "href");
    // Polyfills for browsers that know no modules are fetched by none that counts.
    if (!address || /\snomodule/i.test(tag) || !(isScript || isPreload)) continue;
    found.add(address.replaceAll("&amp;", "&").split("?")[0] ?? address);
  }
  return found;
}

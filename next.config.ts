import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

// For what the page guard (middleware.ts) lets pass, missing files too. The API sets its own. Written
// out: where the built site runs, lib/ is not. No script-src, because a missing file's page has scripts.
const FILE_HEADERS = Object.entries({
  "content-security-policy":
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
}).map(([key, value]) => ({ key, value }));
const FILES = [
  "/_next/:path*",
  "/files/:path*",
  "/:file([^/]*\\.(?:ico|js|png|svg|txt|xml|html|webmanifest))",
];

const config: NextConfig = {
  poweredByHeader: false,
  // No page has use for the image optimiser, which anybody could make ask our own pages in our own name.
  images: { unoptimized: true },
  reactStrictMode: true,
  // Every page has its title with its first byte: a streamed one is for a moment gone while the page hydrates.
  htmlLimitedBots: /.*/,
  headers: async () => FILES.map((source) => ({ source, headers: FILE_HEADERS })),
  // `npm run types` checks them, tests included; the first start needn't wait for it.
  typescript: { ignoreBuildErrors: true },
  // Read when they are asked for, so a host that ships only what is traced has to take them along.
  outputFileTracingIncludes: {
    "/admin/help": ["./docs/staff.md"],
    "/api/trades/ai/backtest": ["./recorded/*.csv.gz"],
  },
  serverExternalPackages: ["ccxt", "pg-boss", "pino", "sharp", "bcrypt", "pdfkit"],
  experimental: {
    // A root not-found.tsx would be rendered with every page, and its scripts sent along.
    globalNotFound: true,
    // The code of a page is loaded when somebody first asks for it: a start takes a third less of the processor.
    preloadEntriesOnStart: false,
    optimizePackageImports: ["lucide-react"],
    // What is built once from a clone is not worth the 300 MB that a second build would read.
    turbopackFileSystemCacheForBuild: false,
    // Of the server, whose names stay readable in traces. To shorten its code and to map it back is
    // more than half of a build, and the maps of one server are read when it starts.
    turbopackMinify: { client: true, edge: true, server: false },
    turbopackSourceMaps: false,
    // The default merges small chunks and copies what two routes share into both: 20 kB a page.
    turbopackChunking: {
      requestCost: 20_000,
      minChunkSize: 10_000,
      maxMergeChunkSize: 30_000,
      maxChunkCountPerGroup: 80,
    },
  },
};

export default createNextIntlPlugin("./i18n/request.ts")(config);

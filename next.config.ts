import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run types` checks them, tests included; the first start needn't wait for it.
  typescript: { ignoreBuildErrors: true },
  // Read when /admin/help is asked for, so a host that ships only what is traced has to take it along.
  outputFileTracingIncludes: { "/admin/help": ["./docs/staff.md"] },
  serverExternalPackages: ["ccxt", "pg-boss", "pino", "sharp", "bcrypt"],
  experimental: {
    // A root not-found.tsx would be rendered with every page, and its scripts sent along.
    globalNotFound: true,
    optimizePackageImports: ["lucide-react"],
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

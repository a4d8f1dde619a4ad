import { defineConfig, globalIgnores } from "eslint/config";
import next from "eslint-config-next";
import tseslint from "typescript-eslint";

// Biome formats and does the general linting. Here is what it can't: rules of Next and React, and
// rules that need types.
const NO_ENV =
  "Read configuration through lib/platform/env.ts, which validates it and lists it in one place.";
const NO_BEGIN =
  "A connection of postgres.js that ends inside begin() is lost for good, and the process goes on writing to it: use transaction() of lib/platform/db.";

export default defineConfig([
  globalIgnores([
    "node_modules/",
    ".next/",
    ".data/",
    "dist/",
    "lib/generated/",
    "next-env.d.ts",
    "test-results/",
    "playwright-report/",
    "public/",
  ]),
  ...next,
  {
    rules: {
      // Private proofs, QR codes and previews of local files can't go through the image optimiser.
      "@next/next/no-img-element": "off",
    },
  },
  {
    files: ["**/*.{ts,tsx}"],
    plugins: { "@typescript-eslint": tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
    },
  },
  {
    files: ["{app,components,lib,i18n}/**/*.{ts,tsx}", "*.ts"],
    // The page guard runs on the edge, where the validated configuration can't be loaded.
    ignores: ["lib/platform/env.ts", "middleware.ts", "*.config.ts", "**/*.test.{ts,tsx}"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          // These are no configuration: the compiler replaces them.
          selector:
            ":not(MemberExpression[property.name=/^(NODE_ENV|NEXT_RUNTIME)$/]) > MemberExpression[object.name='process'][property.name='env']",
          message: NO_ENV,
        },
        {
          selector: "MemberExpression[object.name='sql'][property.name=/^(begin|reserve)$/]",
          message: NO_BEGIN,
        },
      ],
    },
  },
  {
    // Playwright's fixtures are given by a function called use, which is no hook.
    files: ["tests/e2e/**/*.ts"],
    rules: { "react-hooks/rules-of-hooks": "off" },
  },
]);

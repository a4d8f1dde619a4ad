import next from "@next/eslint-plugin-next";
import { defineConfig, globalIgnores } from "eslint/config";
import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

// Biome formats and does the general linting, tsc finds what is no value of its type. Here is what
// neither finds: rules that need both types and control flow, and rules of React and Next. Each rule
// kept has a fault planted for it in scripts/check-code.mjs, which lints what tsc has parsed.
const NO_ENV =
  "Read configuration through lib/platform/env.ts, which validates it and lists it in one place.";
const NO_BEGIN =
  "A connection of postgres.js that ends inside begin() is lost for good, and the process goes on writing to it: use transaction() of lib/platform/db.";

const TESTS = ["**/*.test.{ts,tsx}"];
const { "react-hooks/rules-of-hooks": hookOrder, "react-hooks/exhaustive-deps": hookInputs } =
  hooks.configs.recommended.rules;

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
      "@typescript-eslint/switch-exhaustiveness-check": "error",
    },
  },
  {
    // Playwright's fixtures are given by a function called use, which is no hook.
    files: ["**/*.{ts,tsx}"],
    ignores: ["tests/e2e/**"],
    plugins: { "react-hooks": hooks },
    rules: {
      "react-hooks/rules-of-hooks": hookOrder,
      "react-hooks/exhaustive-deps": hookInputs,
    },
  },
  {
    // The others of React run its compiler over each file.
    files: ["{app,components,lib,i18n}/**/*.{ts,tsx}"],
    ignores: TESTS,
    plugins: { "@next/next": next },
    rules: {
      ...hooks.configs.recommended.rules,
      ...next.configs.recommended.rules,
      // Private proofs, QR codes and previews of local files can't go through the image optimiser.
      "@next/next/no-img-element": "off",
      // It reads the folders of the pages router only.
      "@next/next/no-html-link-for-pages": "off",
    },
  },
  {
    files: ["{app,components,lib,i18n}/**/*.{ts,tsx}", "*.ts"],
    // The page guard runs on the edge, where the validated configuration can't be loaded.
    ignores: ["lib/platform/env.ts", "middleware.ts", "*.config.ts", ...TESTS],
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
]);

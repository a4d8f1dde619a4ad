import { text } from "node:stream/consumers";
import { createConfig, lintFromString } from "@redocly/openapi-core";

// Prints what is wrong with the API document on stdin as JSON. By itself, since the linter is
// published as ES modules only.
const problems = await lintFromString({
  source: await text(process.stdin),
  absoluteRef: "/openapi.json",
  config: await createConfig({ extends: ["recommended"] }),
});
process.stdout.write(
  JSON.stringify(
    problems.map(({ severity, ruleId, message, location }) => ({
      severity,
      ruleId,
      message,
      at: location[0]?.pointer,
    })),
  ),
);

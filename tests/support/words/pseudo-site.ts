import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import english from "@/messages/en.json";
import { PSEUDO, pseudoMessages } from "./pseudo-locale";

/** Imported before all else, it makes the site of a test speak the pseudo-language. */
const file = join(mkdtempSync(join(tmpdir(), "aurum-language-")), `${PSEUDO}.json`);
writeFileSync(file, JSON.stringify(pseudoMessages(english)));
process.env.LANGUAGE_FILE = file;

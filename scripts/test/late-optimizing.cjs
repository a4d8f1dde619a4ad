// Loaded first by what a test run starts with Node. Most of it ends soon: a sixth of what they take is V8 optimizing functions that
// nobody calls much longer. Those of JavaScript have to be ten times as busy before it begins, and those of WebAssembly,
// which Prisma compiles its queries with, stay as they are.
const { setFlagsFromString } = require("node:v8");

setFlagsFromString("--interrupt-budget=600000");
setFlagsFromString("--wasm-tiering-budget=1800000000");

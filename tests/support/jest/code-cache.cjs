const vm = require("node:vm");

// Jest loads every module anew for each test file, so that no file sees what another did, and V8 then
// compiles each anew, which takes a third of the time of loading. A compiled form that fits its source is kept.
const compiled = new Map();
const { compileFunction } = vm;

vm.compileFunction = (source, parameters, options) => {
  const known = compiled.get(options.filename);
  if (known?.source === source) {
    return compileFunction(source, parameters, { ...options, cachedData: known.data });
  }
  const compile = compileFunction(source, parameters, { ...options, produceCachedData: true });
  compiled.set(options.filename, { source, data: compile.cachedData });
  return compile;
};

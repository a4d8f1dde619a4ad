const vm = require("node:vm");
const Runtime = require("jest-runtime").default;
const { keepingGlobalsOf } = require("./globals.cjs");

const PACKAGE = /[\\/]node_modules[\\/]/;
// Each test file registers its own in these: shared, the second would find those of the first.
const LOADED_ANEW = /[\\/]node_modules[\\/](prom-client|@jest|jest-[a-z-]+|expect)[\\/]/;

const packages = new Map();
const compiled = new Map();

/**
 * Jest's runtime for files that share one realm: packages are loaded once a worker, by Node itself, and our modules
 * anew for each file from one compiled form. docs/decisions/platform/one-realm.md.
 */
class SharingRuntime extends Runtime {
  constructor(...parts) {
    super(...parts);
    const { injectedModuleParameters } = this.executor;
    this.executor.compile = (source, filename) => {
      const known = compiled.get(filename);
      if (known?.source === source) return known.run;
      const run = vm.compileFunction(source, injectedModuleParameters, { filename });
      compiled.set(filename, { source, run });
      return run;
    };
  }

  requireModule(from, name, options, isActual) {
    if (name && !options?.isInternalModule && !this._resolution.isCoreModule(name)) {
      const path = this._resolution.resolveCjs(from, name);
      if (PACKAGE.test(path) && !LOADED_ANEW.test(path)) {
        if (!packages.has(path))
          packages.set(
            path,
            keepingGlobalsOf(() => require(path)),
          );
        return packages.get(path);
      }
    }
    return super.requireModule(from, name, options, isActual);
  }
}

module.exports = { __esModule: true, default: SharingRuntime };

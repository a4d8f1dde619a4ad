const vm = require("node:vm");
const Runtime = require("jest-runtime").default;
const { rememberTransforms } = require("./transforms.cjs");

const scripts = new Map();
// Knows no document: its tables take a twentieth of a second to make.
const SHARED = /[\\/]node_modules[\\/]aria-query[\\/]/;

/**
 * Jest's runtime for files that have a document and a realm of their own: modules run anew for each file, from scripts
 * that V8 reads once a worker. docs/decisions/platform/one-realm.md.
 */
class DomRuntime extends Runtime {
  constructor(...parts) {
    super(...parts);
    const { executor } = this;
    rememberTransforms(executor.transformCache);
    const head = `(function (${executor.injectedModuleParameters.join(", ")}) {`;
    executor.compile = (source, filename) => {
      const context = executor.environment.getVmContext();
      if (context === null) return null;
      const known = scripts.get(filename);
      if (known?.source === source) return known.script.runInContext(context);
      const options = { filename, columnOffset: -head.length };
      const script = new vm.Script(`${head}${source}\n})`, options);
      scripts.set(filename, { source, script });
      return script.runInContext(context);
    };
  }

  requireModule(from, name, options, isActual) {
    if (name && !options?.isInternalModule && !this._resolution.isCoreModule(name)) {
      const path = this._resolution.resolveCjs(from, name);
      if (SHARED.test(path)) return require(path);
    }
    return super.requireModule(from, name, options, isActual);
  }
}

module.exports = { __esModule: true, default: DomRuntime };

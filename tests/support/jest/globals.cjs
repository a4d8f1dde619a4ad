const { AsyncLocalStorage } = require("node:async_hooks");

/** Storages that were used since they were last put away. */
const storages = new Set();
for (const name of ["run", "enterWith"]) {
  const method = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function (...args) {
    storages.add(this);
    return method.apply(this, args);
  };
}

/**
 * Each storage that was ever used is passed on with every promise, until it is disabled. Our modules make theirs anew
 * for each file; a package's is enabled again when it is next used.
 */
function putStoragesAway() {
  for (const storage of storages) storage.disable();
  storages.clear();
}

/** What packages put on the global object, and their listeners: both stay as long as the packages do. */
const kept = { globals: new Set(), listeners: new Set() };

const listeners = () =>
  process
    .eventNames()
    .flatMap((event) => process.rawListeners(event).map((listener) => ({ event, listener })));

const heard = () => new Set(listeners().map(({ listener }) => listener));

/** Loads a package whose globals and listeners outlast the test file that asks for it first. */
function keepingGlobalsOf(load) {
  const globals = new Set(Reflect.ownKeys(globalThis));
  const before = heard();
  const loaded = load();
  for (const key of Reflect.ownKeys(globalThis)) if (!globals.has(key)) kept.globals.add(key);
  for (const { listener } of listeners()) if (!before.has(listener)) kept.listeners.add(listener);
  return loaded;
}

function restoreGlobals(globals) {
  for (const key of Reflect.ownKeys(globalThis)) {
    if (!Object.hasOwn(globals, key) && !kept.globals.has(key)) {
      Reflect.deleteProperty(globalThis, key);
    }
  }
  for (const key of Reflect.ownKeys(globals)) {
    if (globals[key].configurable) Object.defineProperty(globalThis, key, globals[key]);
  }
}

function restoreEnvironment(env) {
  for (const key of Object.keys(process.env)) if (!Object.hasOwn(env, key)) delete process.env[key];
  Object.assign(process.env, env);
}

/**
 * Notes the globals, the environment and the listeners of the process.
 * @returns what takes back everything that changed since, but for what packages keep
 */
function noteGlobals() {
  const globals = Object.getOwnPropertyDescriptors(globalThis);
  const env = { ...process.env };
  const { exit } = process;
  const before = heard();
  return () => {
    restoreGlobals(globals);
    restoreEnvironment(env);
    putStoragesAway();
    // Jest puts its own in its place for each file.
    process.exit = exit;
    for (const { event, listener } of listeners()) {
      if (!before.has(listener) && !kept.listeners.has(listener)) process.off(event, listener);
    }
    // Schemas of the file that has ended would never be freed.
    globalThis.__zod_globalRegistry?.clear();
  };
}

module.exports = { keepingGlobalsOf, noteGlobals };

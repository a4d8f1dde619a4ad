const { statSync } = require("node:fs");

const remembered = new Map();

/**
 * Lets the runtimes of one worker share what they read and transform: jest's own cache is on the disk, and each test
 * file reads thousands of texts from it. One that was changed since is read again.
 * @param transforms jest's own, of one runtime
 */
function rememberTransforms(transforms) {
  const transform = transforms.transform.bind(transforms);
  const results = transforms.getEntries();
  const sourceMaps = transforms.getSourceMaps();
  transforms.transform = (filename, options) => {
    const key = `${options?.isInternalModule ? "as it is" : "transformed"} ${filename}`;
    const { mtimeMs, size } = statSync(filename);
    const known = remembered.get(key);
    if (known?.mtimeMs === mtimeMs && known.size === size) {
      if (known.result) results.set(filename, known.result);
      if (known.sourceMap) sourceMaps.set(filename, known.sourceMap);
      return known.code;
    }
    const code = transform(filename, options);
    const result = options?.isInternalModule ? undefined : results.get(filename);
    remembered.set(key, { mtimeMs, size, code, result, sourceMap: result?.sourceMapPath });
    return code;
  };
}

module.exports = { rememberTransforms };

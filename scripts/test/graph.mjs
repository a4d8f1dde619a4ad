/**
 * One step of a run.
 * @typedef {object} Step
 * @property {string} id
 * @property {string[]} [needs] steps that have to have passed; if one has not, this one is not run
 * @property {string[]} [after] steps that have to have ended, well or not
 * @property {number} [load] how many cores it keeps busy on the average
 * @property {number} [nice] how far it stands back for others on a busy machine, 0 to 19
 * @property {boolean} [isFilling] takes what is left of the cores: one at a time, beside anything
 * @property {boolean} [isQuiet] measures time: only steps that stand back may run beside it
 */

const standsBack = ({ nice = 0, isFilling = false }) => nice > 0 || isFilling;

function hasRoom(step, active, capacity) {
  if (step.isFilling) return !active.some(({ isFilling }) => isFilling);
  const working = active.filter(({ isFilling }) => !isFilling);
  if (step.isQuiet && !working.every(standsBack)) return false;
  if (!standsBack(step) && working.some(({ isQuiet }) => isQuiet)) return false;
  const load = working.reduce((sum, { load = 1 }) => sum + load, 0);
  return working.length === 0 || load + (step.load ?? 1) <= capacity + 1e-9;
}

/**
 * The steps that may begin now, in the order of the list, which is also their precedence: one that
 * finds no room is overtaken, but a quiet one never, or others would keep it out for good.
 * @param {Step[]} steps those that have not begun
 * @param {Step[]} active those that run
 * @param {Map<string, boolean>} outcomes whether those that ended passed
 * @param {number} capacity load that all steps together may come to
 */
export function startable(steps, active, outcomes, capacity) {
  const chosen = [];
  let isQuietAhead = false;
  for (const step of steps) {
    const { needs = [], after = [], isQuiet = false } = step;
    const isDue = needs.every((id) => outcomes.get(id)) && after.every((id) => outcomes.has(id));
    const isHeldBack = isQuietAhead && !standsBack(step);
    if (isDue && !isHeldBack && hasRoom(step, [...active, ...chosen], capacity)) chosen.push(step);
    else if (isQuiet) isQuietAhead = true;
  }
  return chosen;
}

const isLost = ({ needs = [] }, outcomes) => needs.some((id) => outcomes.get(id) === false);

/**
 * Runs every step once, as many at a time as there is room for.
 * @param {Step[]} steps
 * @param {{ capacity: number, run: (step: Step) => Promise<boolean>, onSkip: (step: Step) => void }} how
 *   run: says whether the step passed; onSkip: for one that needs another that has not passed
 */
export function runGraph(steps, { capacity, run, onSkip }) {
  const waiting = new Set(steps);
  const active = new Set();
  const outcomes = new Map();
  return new Promise((resolve, reject) => {
    const advance = () => {
      for (const step of waiting) {
        if (!isLost(step, outcomes)) continue;
        waiting.delete(step);
        outcomes.set(step.id, false);
        onSkip(step);
        advance();
        return;
      }
      for (const step of startable([...waiting], [...active], outcomes, capacity)) {
        waiting.delete(step);
        active.add(step);
        run(step).then((isGood) => {
          active.delete(step);
          outcomes.set(step.id, isGood);
          advance();
        }, reject);
      }
      if (active.size > 0) return;
      if (waiting.size === 0) resolve();
      else reject(new Error(`Never to begin: ${[...waiting].map(({ id }) => id).join(", ")}`));
    };
    advance();
  });
}

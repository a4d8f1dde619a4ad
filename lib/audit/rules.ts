import { formatMicro, formatPriceE8 } from "@/lib/platform/money";

/** Members of an entry's `after` that name people of the staff. */
export const STAFF_NAMES: ReadonlySet<string> = new Set(["requestedBy", "approvedBy"]);

/** An entry's state without the names of staff: a user sees the action, not the person behind it. */
export function withoutStaffNames(state: unknown): unknown {
  if (!isPlainObject(state)) return state;
  return Object.fromEntries(Object.entries(state).filter(([name]) => !STAFF_NAMES.has(name)));
}

/** One value of a state that was, became or was and became; null where there was none. */
export type Difference = {
  /** Where it stands, for example "optionDurations.0.payoutRate". */
  path: string;
  before: string | null;
  after: string | null;
};

/** What changed between two states of an audit entry, value by value; what stayed is left out. */
export function differenceOf(before: unknown, after: unknown): Difference[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const paths = [...new Set([...was.keys(), ...is.keys()])];
  return paths.flatMap((path) => {
    const [old, now] = [was.get(path) ?? null, is.get(path) ?? null];
    return old === now ? [] : [{ path, before: old, after: now }];
  });
}

const INTEGER = /^-?\d+$/;
const DECIMAL = /^-?\d+\.\d+$/;
/** How names of numbers end that are kept in the smallest units. */
const UNITS = { Micro: formatMicro, E8: formatPriceE8 };

/** Thousands of a decimal apart; whole numbers may be anything, such as a year. */
const grouped = (text: string | null) =>
  text !== null && DECIMAL.test(text) ? text.replace(/\d(?=(\d{3})+\.)/g, "$&,") : text;

/**
 * A difference as people read it: an amount kept in micro-units as a decimal with six places, one in units of
 * 10⁻⁸ with two at least, both and other decimals with their thousands apart. Nothing is rounded.
 */
export function inUnits({ path, before, after }: Difference): Difference {
  const unit = (["Micro", "E8"] as const).find((end) => path.endsWith(end));
  const amount = (text: string | null) =>
    grouped(unit && text !== null && INTEGER.test(text) ? UNITS[unit](BigInt(text)) : text);
  return {
    path: unit ? path.slice(0, -unit.length) : path,
    before: amount(before),
    after: amount(after),
  };
}

/** What tells a target from others of its type, in the order in which it is said. */
const NAMES = [
  "list",
  "type",
  "language",
  "currency",
  "network",
  "username",
  "title",
  "name",
  "label",
];

/** A name of what an entry is about, from what it keeps of it; null where it keeps none. */
export function targetNameOf({
  before,
  after,
}: {
  before: unknown;
  after: unknown;
}): string | null {
  const state = {
    ...(isPlainObject(before) ? before : {}),
    ...(isPlainObject(after) ? after : {}),
  };
  const parts = NAMES.map((name) => state[name]).filter((part) => typeof part === "string" && part);
  return parts.length > 0 ? parts.join(" · ") : null;
}

/** Every value of a state by its path. A list of plain values is one value. */
function valuesOf(state: unknown): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (value: unknown, path: string) => {
    const isOpen = isPlainObject(value) || (Array.isArray(value) && value.some(isObject));
    const entries = isOpen ? Object.entries(value) : [];
    if (entries.length === 0) {
      if (value !== undefined && !(path === "" && value === null)) found.set(path, textOf(value));
      return;
    }
    for (const [name, inner] of entries) visit(inner, path === "" ? name : `${path}.${name}`);
  };
  visit(state, "");
  return found;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.length === 0 ? "[]" : value.map(String).join(", ");
  return JSON.stringify(value);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value);
}

const WIDTH = 640;
const LEVELS = [8, 4, 2, 1];
const FIRST_Y = 210;
const RISE = 58;
const HALF = 22;

/** Where the box stands that is the n-th of its level, counted from the entries up. */
const placeOf = (level: number, n: number) => ({
  x: ((n + 0.5) * WIDTH) / (LEVELS[level] ?? 1),
  y: FIRST_Y - level * RISE,
});

/** Every box, from the entries up. */
const BOXES = LEVELS.flatMap((count, level) =>
  Array.from({ length: count }, (_, n) => ({ level, n, key: `${level}-${n}` })),
);

/** The entries that a trade needs: what was agreed to, its price, its end. */
const OWN = [1, 4, 6];
const isOnTheWay = (level: number, n: number) => OWN.some((leaf) => leaf >> level === n);

/** A log of eight entries as a tree up to its signed root, and who keeps that; the numbers are explained beside it. */
export function LogPicture({ label }: { label: string }) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 250`}
      role="img"
      aria-label={label}
      className="my-4 h-auto w-full max-w-[640px]"
    >
      {BOXES.slice(0, -1).map(({ level, n, key }) => {
        const [from, to] = [placeOf(level, n), placeOf(level + 1, n >> 1)];
        return (
          <line
            key={key}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
            className={isOnTheWay(level, n) ? "stroke-gold-line" : "stroke-line"}
            strokeWidth={isOnTheWay(level, n) ? 3 : 2}
          />
        );
      })}
      <line
        x1={WIDTH / 2}
        y1={36}
        x2={WIDTH - 60}
        y2={36}
        className="stroke-info"
        strokeWidth={2}
        strokeDasharray="6 5"
      />
      {BOXES.map(({ level, n, key }) => (
        <Box key={key} level={level} n={n} />
      ))}
      <circle
        cx={WIDTH - 60}
        cy={36}
        r={HALF}
        className="fill-info-soft stroke-info"
        strokeWidth={2}
      />
      <Digit x={WIDTH - 60} y={36} digit={5} />
    </svg>
  );
}

function Box({ level, n }: { level: number; n: number }) {
  const { x, y } = placeOf(level, n);
  const isOwn = level === 0 && OWN.includes(n);
  const isRoot = level === LEVELS.length - 1;
  const digit = isRoot ? 4 : isOwn ? OWN.indexOf(n) + 1 : null;
  return (
    <>
      <rect
        x={x - HALF}
        y={y - HALF / 1.3}
        width={HALF * 2}
        height={(HALF / 1.3) * 2}
        rx={8}
        className={digit ? "fill-gold-soft stroke-gold-line" : "fill-surface-2 stroke-line"}
        strokeWidth={2}
      />
      {digit ? <Digit x={x} y={y} digit={digit} /> : null}
    </>
  );
}

function Digit({ x, y, digit }: { x: number; y: number; digit: number }) {
  return (
    <text
      x={x}
      y={y}
      dy="0.35em"
      textAnchor="middle"
      className="fill-text font-semibold"
      fontSize={22}
    >
      {digit}
    </text>
  );
}

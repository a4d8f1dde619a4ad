import encodeQR from "qr";

const QUIET_ZONE = 4;

export interface QrCodeProps {
  value: string;
  /** What it holds: "QR code of the ERC20 address". */
  label: string;
  /** Width and height in px, the quiet zone included. */
  size?: number;
}

/** A QR code as one SVG path. Always black on white, so that cameras read it in the dark theme too. */
export function QrCode({ value, label, size = 176 }: QrCodeProps) {
  const rows = encodeQR(value, "raw", { border: QUIET_ZONE, ecc: "medium" });
  const modules = rows.length;
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      className="mx-auto block max-w-full rounded-chip"
    >
      <rect width={modules} height={modules} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

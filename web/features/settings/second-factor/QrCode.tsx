import { encode } from "uqr";

const quietModules = 4;

/** A text as a QR code (ISO/IEC 18004): black on white in every theme, because cameras ask for it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: quietModules });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 justify-self-center rounded-12 bg-white"
    >
      <path d={pathOf(data)} fill="#000" />
    </svg>
  );
}

/** One run of dark modules after the other. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
}

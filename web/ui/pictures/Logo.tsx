import { useId } from "react";
import { siteName } from "#contract/site-name.ts";
import { usePageConfig } from "#web/lib/page/page-config.ts";

const paneCount = 5;
const centre = { x: 20, y: 24 };

/** The mark: a fanlight, the half-round window over a door, five panes around a small sun. */
export function LogoMark({ width = 36 }: { width?: number }) {
  const gradient = useId();
  return (
    <svg width={width} height={(width * 19) / 36} viewBox="0 4 40 21" aria-hidden="true">
      <linearGradient id={gradient} y1="1">
        <stop stopColor="#FF3D7F" />
        <stop offset=".55" stopColor="#FF7A6B" />
        <stop offset="1" stopColor="#FFC24B" />
      </linearGradient>
      <g fill={`url(#${gradient})`}>
        {panes.map((pane) => (
          <path key={pane} d={pane} />
        ))}
        <path d={`M${polar(7.2, 0)}A7.2 7.2 0 0 1 ${polar(7.2, Math.PI)}Z`} />
      </g>
    </svg>
  );
}

/** The mark with the name; `compact` leaves the name away on the narrowest phones. Some hosts have a picture instead. */
export function Logo({ compact = false }: { compact?: boolean }) {
  const { logo } = usePageConfig();
  if (logo !== null)
    return (
      <span className="inline-flex h-11 items-center">
        <img src={logo} alt={siteName()} className="h-8 w-auto max-w-[min(190px,40vw)] object-contain" />
      </span>
    );
  return (
    <span className="logo">
      <LogoMark />
      <span className={compact ? "max-[479px]:sr-only" : undefined}>{siteName()}</span>
    </span>
  );
}

function polar(radius: number, angle: number): string {
  const x = centre.x - radius * Math.cos(angle);
  const y = centre.y - radius * Math.sin(angle);
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}

/** One pane: a ring segment whose gaps grow inwards, so that the bars look equally wide. */
function pane(index: number): string {
  const from = (gap: number) => (Math.PI / paneCount) * index + (index > 0 ? gap : 0);
  const to = (gap: number) => (Math.PI / paneCount) * (index + 1) - (index < paneCount - 1 ? gap : 0);
  const [outer, inner] = [0.055, 0.1];
  return (
    `M${polar(18.5, from(outer))}A18.5 18.5 0 0 1 ${polar(18.5, to(outer))}` +
    `L${polar(9.6, to(inner))}A9.6 9.6 0 0 0 ${polar(9.6, from(inner))}Z`
  );
}

const panes = Array.from({ length: paneCount }, (_, index) => pane(index));

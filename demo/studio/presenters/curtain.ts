import { path, rect, repeat, round } from "./svg.ts";

const FOLDS = 7;

/**
 * One half of a theatre curtain as an SVG document, `width` × `height` pixels, its inner edge at the right.
 * The other half is its mirror image.
 */
export function curtainHalf(width: number, height: number): string {
  const fold = width / FOLDS;
  const folds = repeat(0, FOLDS, (index) => {
    const x = round(index * fold);
    return (
      rect(x, 0, fold + 1, height, 0, "url(#fold)") +
      path(
        `M${x} ${height - 10}q${round(fold / 2)} 16 ${round(fold)} 0v20h${-round(fold)}Z`,
        "#2A0E24",
        'opacity=".55"',
      )
    );
  });
  const gradient =
    '<linearGradient id="fold" x2="1"><stop stop-color="#5E1236"/><stop offset=".35" stop-color="#B3265F"/><stop offset=".55" stop-color="#C93A70"/><stop offset="1" stop-color="#4E0F2E"/></linearGradient>' +
    '<linearGradient id="dusk" x2="0" y2="1"><stop stop-color="#12061A" stop-opacity=".55"/><stop offset=".3" stop-color="#12061A" stop-opacity="0"/><stop offset="1" stop-color="#12061A" stop-opacity=".6"/></linearGradient>';
  const trim =
    rect(width - 7, 0, 7, height, 0, "#E9B949") +
    rect(width - 7, 0, 2, height, 0, "#FFE3A0") +
    rect(0, height - 26, width, 6, 0, "#E9B949");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${gradient}${folds}${trim}${rect(0, 0, width, height, 0, "url(#dusk)")}</svg>`;
}

/** The swag along the top that hides the rail. */
export function valance(width: number, height: number): string {
  const swag = width / 4;
  const drawn = repeat(0, 4, (index) => {
    const x = round(index * swag);
    return (
      path(
        `M${x} 0V${round(height * 0.55)}Q${round(x + swag / 2)} ${round(height * 1.25)} ${round(x + swag)} ${round(height * 0.55)}V0Z`,
        "#8E1B49",
      ) +
      path(
        `M${x} ${round(height * 0.5)}Q${round(x + swag / 2)} ${round(height * 1.2)} ${round(x + swag)} ${round(height * 0.5)}`,
        "none",
        'stroke="#E9B949" stroke-width="5"',
      )
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn}${rect(0, 0, width, height * 0.2, 0, "#12061A", 'opacity=".45"')}</svg>`;
}

/** How far the halves are drawn together, 0 open … 1 shut, eased like a heavy cloth. */
export function drawn(progress: number): number {
  const inside = Math.min(1, Math.max(0, progress));
  return inside < 0.5 ? 4 * inside ** 3 : 1 - (-2 * inside + 2) ** 3 / 2;
}

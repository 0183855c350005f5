import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A site's folder with a logo, an icon and colours of its own. */
export type OwnLook = {
  folder: string;
  logo: Buffer;
  /** Of every pixel of the icon: red, green, blue. */
  iconColour: [number, number, number];
  accentFill: string;
  remove(): void;
};

/** The logo tries to run a script, as no picture may. */
const logo = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="64" viewBox="0 0 320 64">
<script>document.documentElement.setAttribute("data-ran", "")</script>
<rect width="64" height="64" rx="32" fill="#1b7f5a"/><text x="80" y="46" font-family="sans-serif" font-size="40" font-weight="700" fill="#8d86a0">Ñandú</text>
</svg>`,
);

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#1b7f5a"/></svg>`;

const colours = {
  dark: { accent: "#5BD6A8", "accent-fill": "#1B7F5A", "accent-press": "#146246" },
  light: { accent: "#146B4B", "accent-fill": "#1B7F5A", "accent-press": "#146246" },
};

/** Writes one; green, where ours is pink. */
export function ownLook(): OwnLook {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-look-"));
  const iconColour: OwnLook["iconColour"] = [27, 127, 90];
  writeFileSync(path.join(folder, "logo.svg"), logo);
  writeFileSync(path.join(folder, "colours.json"), JSON.stringify(colours));
  writeFileSync(path.join(folder, "icon.svg"), icon);
  return {
    folder,
    logo,
    iconColour,
    accentFill: colours.dark["accent-fill"],
    remove: () => rmSync(folder, { recursive: true }),
  };
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { ownAccents } from "#server/kit/site-accents.ts";
import { openLook, ownLook } from "./look.ts";

type Files = Readonly<Record<string, string | Buffer>>;

async function lookOf(files: Files) {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-look-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return openLook(folder);
}

const png = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 90, alpha: 1 } } })
    .png()
    .toBuffer();
const svg = (width: number, height = width) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}"/></svg>`;
const colours = (dark: object, light: object = {}) => JSON.stringify({ dark, light });
const pathsOf = ({ look }: Awaited<ReturnType<typeof lookOf>>) => look.files.map((file) => file.path);

test("without a folder, and with an empty one, the site has the product's look", async () => {
  expect(await openLook(null)).toEqual({ look: ownLook, problems: [] });
  expect(await lookOf({})).toEqual({ look: ownLook, problems: [] });
});

test("one picture becomes every icon, whether it is drawn in points or in lines; each address of a logo and of colours is that of its content", async () => {
  const each: Files[] = [{ "icon.png": await png(640) }, { "icon.svg": svg(64) }];
  for (const icons of each) {
    const { look, problems } = await lookOf(icons);
    expect(problems).toEqual([]);
    expect(look.files.map((file) => file.path)).toEqual([
      "/icon.svg",
      "/icon-180.png",
      "/icon-192.png",
      "/icon-512.png",
    ]);
    const { width } = await sharp(look.files.at(-1)?.bytes).metadata();
    expect(width).toBe(512);
  }
  const [one, other] = [await lookOf({ "logo.svg": svg(4, 1) }), await lookOf({ "logo.svg": svg(5, 1) })];
  expect(one.look.logo).toMatch(/^\/logo-[0-9a-f]{12}\.svg$/);
  expect(pathsOf(one)).not.toEqual(pathsOf(other));
});

test("colours stand in both themes with the tints that belong to them, and what is left out stays ours", async () => {
  const { look, problems } = await lookOf({
    "colours.json": colours({ accent: "#5BD6A8" }, { "accent-fill": "#1B7F5A" }),
  });
  expect(problems).toEqual([]);
  expect(String(look.files[0]?.bytes)).toBe(
    ":root:root,[data-theme=dark][data-theme]{--accent:#5BD6A8;--accent-soft:#5BD6A81F}\n" +
      "[data-theme=light][data-theme]{--accent-fill:#1B7F5A}\n",
  );
});

test("what is drawn without a style sheet has the site's accent, and ours where the site names none, which is that of the theme", async () => {
  const { look } = await lookOf({
    "colours.json": colours({ accent: "#5BD6A8" }, { "accent-fill": "#1B7F5A" }),
  });
  const { dark, light } = ownAccents;
  expect(look.accents).toEqual({
    dark: { accent: "#5BD6A8", fill: dark.fill },
    light: { accent: light.accent, fill: "#1B7F5A" },
  });
  const tokens = readFileSync("web/styles/tokens.css", "utf8");
  for (const { accent, fill } of [dark, light])
    expect(tokens).toContain(`--accent: ${accent}; --accent-fill: ${fill};`);
});

test("text keeps a contrast of 4.5 on what it stands on, in our colours and in a site's: each pair that has less is named with what it has", async () => {
  expect((await lookOf({ "colours.json": "{}" })).problems, "our own").toEqual([]);
  const { problems } = await lookOf({
    "colours.json": colours({ "accent-fill": "#FF9BC2" }, { accent: "#777777" }),
  });
  expect(problems).toEqual([
    "SITE_DIR: colours.json: in dark, white on accent-fill (#FFFFFF on #FF9BC2) has a contrast of 1.95; text needs 4.5",
    "SITE_DIR: colours.json: in light, accent on bg (#777777 on #FFFFFF) has a contrast of 4.47; text needs 4.5",
    "SITE_DIR: colours.json: in light, accent on surface (#777777 on #F8F6FB) has a contrast of 4.17; text needs 4.5",
    "SITE_DIR: colours.json: in light, accent on raised (#777777 on #FFFFFF) has a contrast of 4.47; text needs 4.5",
    "SITE_DIR: colours.json: in light, accent on overlay (#777777 on #F1EEF6) has a contrast of 3.90; text needs 4.5",
  ]);
});

const refusals: [title: string, files: () => Promise<Files> | Files, said: RegExp][] = [
  [
    "a name that nobody looks at",
    () => ({ "logo.jpg": "" }),
    /^SITE_DIR: logo\.jpg is none of .*logo\.svg, logo\.png/,
  ],
  [
    "two logos",
    async () => ({ "logo.svg": svg(4, 1), "logo.png": await png(200, 100) }),
    /^SITE_DIR: logo\.svg and logo\.png are both there/,
  ],
  [
    "a logo that is something else",
    async () => ({ "logo.svg": await png(100) }),
    /^SITE_DIR: logo\.svg cannot be read/,
  ],
  ["a logo without an end", () => ({ "logo.png": "PNG" }), /^SITE_DIR: logo\.png cannot be read/],
  [
    "a logo too low",
    async () => ({ "logo.png": await png(100, 40) }),
    /^SITE_DIR: logo\.png has 100 × 40 pixels; wanted/,
  ],
  ["a logo too wide", () => ({ "logo.svg": svg(90, 10) }), /^SITE_DIR: logo\.svg has 90 × 10 pixels; wanted/],
  ["a logo too large", () => ({ "logo.svg": svg(4, 1) + " ".repeat(256 * 1024) }), /at most 256 KB/],
  [
    "an icon too small",
    async () => ({ "icon.png": await png(511) }),
    /^SITE_DIR: icon\.png has 511 × 511 pixels; wanted/,
  ],
  [
    "an icon that is no square",
    () => ({ "icon.svg": svg(64, 32) }),
    /^SITE_DIR: icon\.svg has 64 × 32 pixels; wanted/,
  ],
  [
    "colours that are no JSON",
    () => ({ "colours.json": "accent: red" }),
    /^SITE_DIR: colours\.json is no JSON; it is to be/,
  ],
  ["colours that are a list", () => ({ "colours.json": "[]" }), /^SITE_DIR: colours\.json is to be/],
  ["a theme that there is none of", () => ({ "colours.json": `{"night": {}}` }), /has "night"; it is to be/],
  [
    "a colour by its name",
    () => ({ "colours.json": colours({ accent: "red" }) }),
    /has "red" for dark accent; it is to be/,
  ],
  [
    "a token that there is none of",
    () => ({ "colours.json": colours({ gold: "#112233" }) }),
    /for dark gold; it is to be/,
  ],
];
test.each(refusals)("%s is refused in one sentence that names the file", async (_title, files, said) => {
  const { problems } = await lookOf(await files());
  expect(problems).toEqual([expect.stringMatching(said)]);
  expect(problems[0]).not.toContain("\n");
});

test("a folder that is not there is named", async () => {
  expect((await openLook("/nowhere/at/all")).problems).toEqual([
    "SITE_DIR: /nowhere/at/all cannot be read (ENOENT)",
  ]);
});

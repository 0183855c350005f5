import { build, type Plugin, type Rolldown } from "vite";
import { beforeAll, expect, test } from "vitest";
import { groupsOfPages } from "./page-chunks.ts";

const part = (name: string, ...imports: string[]) =>
  `${imports.map((path) => `import "/app/${path}.js";`).join("")} console.log("part ${name}");`;
const messages = `import { m } from "/app/paraglide/messages.js";`;

/** Two pages that share parts, a dialog that needs one of these, and a neighbour with code of its own. */
const sources: Record<string, string> = {
  main: ["room", "profile", "dialog", "studio"].map((name) => `import("/app/${name}.js");`).join(""),
  room: `${messages} ${part("room", "chat", "player", "rates", "money")} console.log(m.tip(), m.watch());`,
  profile: `${messages} ${part("profile", "rates", "money")} console.log(m.tip(), m.follow());`,
  dialog: part("dialog", "money"),
  studio: part("studio", "chat", "camera"),
  chat: part("chat"),
  player: part("player"),
  camera: part("camera"),
  rates: part("rates", "money"),
  money: part("money"),
  "paraglide/messages": `export * as m from "/app/paraglide/messages/_index.js";`,
  "paraglide/messages/_index": ["tip", "watch", "follow"]
    .map((name) => `export * from "/app/paraglide/messages/${name}.js";`)
    .join(""),
  "paraglide/messages/tip": `export const tip = () => "part text of both";`,
  "paraglide/messages/watch": `export const watch = () => "part text of the room";`,
  "paraglide/messages/follow": `export const follow = () => "part text of the profile";`,
};

const inMemory: Plugin = {
  name: "sources-in-memory",
  resolveId: (id) => (id.startsWith("/app/") ? id : null),
  load: (id) => sources[id.slice("/app/".length, -".js".length)] ?? null,
};

let chunks: Rolldown.OutputChunk[];

beforeAll(async () => {
  const groups = groupsOfPages({
    pages: { profile: /app\/profile\./, room: /app\/room\./ },
    neighbours: { studio: /app\/studio\./ },
  });
  const built = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [inMemory],
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: "/app/main.js", output: { codeSplitting: { groups } } },
    },
  });
  const [{ output }] = [built].flat() as [Rolldown.RolldownOutput];
  chunks = output.filter((file) => file.type === "chunk");
});

/** The modules that a file has and loads at once, itself and through others. */
function partsOf(name: string): string[] {
  const files = new Set(chunks.filter(({ moduleIds }) => moduleIds.includes(`/app/${name}.js`)));
  for (const { imports } of files)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) files.add(chunk);
  return [...files].flatMap(({ code }) => code.match(/part [\w ]+/g) ?? []).sort();
}

const fileOf = (text: string) => chunks.filter(({ code }) => code.includes(text)).map(({ name }) => name);

test("each page, dialog and neighbour loads what it needs, texts included, and nothing else", () => {
  expect(partsOf("room")).toEqual([
    "part chat",
    "part money",
    "part player",
    "part rates",
    "part room",
    "part text of both",
    "part text of the room",
  ]);
  expect(partsOf("profile")).toEqual([
    "part money",
    "part profile",
    "part rates",
    "part text of both",
    "part text of the profile",
  ]);
  expect(partsOf("dialog")).toEqual(["part dialog", "part money"]);
  expect(partsOf("studio")).toEqual(["part camera", "part chat", "part studio"]);
});

test("what the same pages need shares a file, and what something else needs too has another", () => {
  expect(fileOf("part player")).toEqual(["room"]);
  expect(fileOf("part text of the room")).toEqual(["room"]);
  expect(fileOf("part rates")).toEqual(["po-ro"]);
  expect(fileOf("part text of both")).toEqual(["po-ro"]);
  expect(fileOf("part money")).toEqual(["po-ro-more"]);
  expect(fileOf("part chat")).toEqual(["ro-su"]);
  expect(fileOf("part camera")).toEqual(["studio"]);
});

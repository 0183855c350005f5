import { readFile } from "node:fs/promises";
import type { Language } from "#contract/common.ts";

/** One document in one language. `updated` is a day, `2026-11-21`. */
export type Wording = { title: string; updated: string; draft: boolean; text: string };

const folder = new URL("./texts/", import.meta.url);

/** Reads `texts/{document}.{language}.txt`. Throws when the file is missing or malformed. */
export async function readWording(document: string, language: Language): Promise<Wording> {
  const name = `${document}.${language}.txt`;
  return parseWording(await readFile(new URL(name, folder), "utf8"), name);
}

/** The head (`title`, `updated`, `status`), an empty line, the text. Throws, naming the file, on anything else. */
export function parseWording(file: string, name: string): Wording {
  const [head = "", ...rest] = file.replaceAll("\r\n", "\n").split("\n\n");
  const fields = new Map(head.split("\n").map((line) => fieldOf(line)));
  const title = fields.get("title") ?? "";
  const updated = fields.get("updated") ?? "";
  const status = fields.get("status") ?? "";
  const text = rest.join("\n\n").trim();
  const sound = title && text && /^\d{4}-\d\d-\d\d$/.test(updated) && /^(draft|reviewed)$/.test(status);
  if (!sound) throw new Error(`${name}: title, updated, status (draft or reviewed) and a text are needed`);
  return { title, updated, draft: status === "draft", text };
}

function fieldOf(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

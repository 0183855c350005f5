/** The legal documents as people read and accept them: plain text in English and Spanish, in `texts/`. */

import { readFile } from "node:fs/promises";
import type { Language } from "#contract/common.ts";
import { type LegalDocument, type LegalDocumentName, legalDocuments } from "#contract/legal.ts";
import { fill } from "#server/kit/texts.ts";

/** One document in one language. `updated` is a day, `2026-11-21`. */
type Wording = { title: string; updated: string; draft: boolean; text: string };

const folder = new URL("./texts/", import.meta.url);

/** The legal documents as people read and accept them. */
export type Legal = {
  /** A document in every language. */
  document(name: LegalDocumentName): LegalDocument;
};

/**
 * Reads every document of `texts/`. `version` is what a consent given today names. Throws when a file is missing or
 * malformed: a product whose consents lead nowhere must not start.
 */
export async function openLegal({ version }: { version: string }): Promise<Legal> {
  const entries = await Promise.all(
    legalDocuments.map(async (name) => [name, await readDocument(name, version)] as const),
  );
  const documents = new Map(entries);
  return {
    document(name) {
      const document = documents.get(name);
      if (!document) throw new Error(`no legal document ${name}`);
      return document;
    },
  };
}

async function readDocument(document: LegalDocumentName, version: string): Promise<LegalDocument> {
  const [en, es] = await Promise.all([readWording(document, "en"), readWording(document, "es")]);
  return {
    document,
    version,
    updated_at: en.updated > es.updated ? en.updated : es.updated,
    draft: en.draft || es.draft,
    en: { title: en.title, text: en.text },
    es: { title: es.title, text: es.text },
  };
}

/** Reads `texts/{document}.{language}.txt`. Throws when the file is missing or malformed. */
async function readWording(document: string, language: Language): Promise<Wording> {
  const name = `${document}.${language}.txt`;
  const wording = parseWording(await readFile(new URL(name, folder), "utf8"), name);
  return { ...wording, text: fill(wording.text) };
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

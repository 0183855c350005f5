/** The legal documents as people read and accept them: plain text in English and Spanish, in `texts/` or the operator's own. */

import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Language } from "#contract/common.ts";
import { type LegalDocument, type LegalDocumentName, legalDocuments } from "#contract/legal.ts";
import { siteName } from "#contract/site-name.ts";
import { fillGaps, type Gap } from "./gaps.ts";

/** One document in one language. `updated` is a day, `2026-11-21`. */
type Wording = { title: string; updated: string; draft: boolean; text: string };

const ours = path.join(import.meta.dirname, "texts");

/** The legal documents as people read and accept them. */
export type Legal = {
  /** A document in every language. */
  document(name: LegalDocumentName): LegalDocument;
  /** What the documents state of the operator and no setting says: a reader sees a placeholder there. */
  gaps: readonly Gap[];
};

export type LegalNeeds = {
  /** What settings say of the operator, by their names. */
  details: ReadonlyMap<string, Readonly<Record<Language, string>>>;
  /** The day on which a lawyer has passed our texts with these details in them, `2026-12-01`; null for never. */
  reviewed: string | null;
  /** The folder of the site, which may have documents of the operator's own in `legal/`; null for none. */
  siteDir: string | null;
};

/** A document that is missing or malformed, or a file that is none; the message names it. */
export class LegalTextError extends Error {
  override name = "LegalTextError";
}

/**
 * Reads every document. Throws a {@link LegalTextError} for what cannot be shown: a product whose consents lead nowhere
 * must not start.
 */
export async function openLegal(needs: LegalNeeds): Promise<Legal> {
  if (needs.siteDir !== null) await assertKnownFiles(needs.siteDir);
  const read = await Promise.all(legalDocuments.map((name) => readDocument(needs, name)));
  const documents = new Map(read.map(({ document }) => [document.document, document]));
  // The start names each in English: its words go over those of the same gap in Spanish.
  const gaps = new Map(
    (["es", "en"] as const).flatMap((language) =>
      read.flatMap((one) => one.gaps[language].map((gap) => [gap.setting, gap] as const)),
    ),
  );
  return {
    gaps: [...gaps.values()].sort((one, other) => one.setting.localeCompare(other.setting)),
    document(name) {
      const document = documents.get(name);
      if (!document) throw new Error(`no legal document ${name}`);
      return document;
    },
  };
}

async function readDocument(
  needs: LegalNeeds,
  document: LegalDocumentName,
): Promise<{ document: LegalDocument; gaps: Record<Language, Gap[]> }> {
  const inLanguage = async (language: Language) => {
    const wording = await readWording(needs, document, language);
    const { text, gaps } = fillGaps(wording.text, language, needs.details);
    return { ...wording, text: text.replaceAll("{site}", () => siteName()), gaps };
  };
  const [en, es] = [await inLanguage("en"), await inLanguage("es")];
  const updatedAt = en.updated > es.updated ? en.updated : es.updated;
  return {
    document: {
      document,
      version: versionOf(updatedAt, [en, es]),
      updated_at: updatedAt,
      draft: en.draft || es.draft,
      en: { title: en.title, text: en.text },
      es: { title: es.title, text: es.text },
    },
    gaps: { en: en.gaps, es: es.gaps },
  };
}

/**
 * What a consent given today names: `2026-11-21-9f86d081`, the day of the last change and the beginning of the SHA-256 of
 * everything that a reader sees. So a detail of the operator that changes is another version, on whatever day.
 */
function versionOf(updatedAt: string, wordings: readonly Pick<Wording, "title" | "text">[]): string {
  const shown = JSON.stringify(wordings.map(({ title, text }) => [title, text]));
  return `${updatedAt}-${createHash("sha256").update(shown).digest("hex").slice(0, 8)}`;
}

/** A file of another name would be left unread, and ours shown in its place. */
async function assertKnownFiles(siteDir: string): Promise<void> {
  const read = (folder: string) =>
    readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" && folder !== siteDir) return [];
      throw new LegalTextError(`SITE_DIR: ${folder} cannot be read (${error.code})`);
    });
  await read(siteDir);
  const known = legalDocuments.flatMap((name) => [`${name}.en.txt`, `${name}.es.txt`]);
  const stranger = (await read(path.join(siteDir, "legal"))).find(
    (file) => !file.startsWith(".") && !known.includes(file),
  );
  if (stranger !== undefined)
    throw new LegalTextError(`SITE_DIR: legal/${stranger} is none of the documents: ${known.join(", ")}`);
}

/** Reads `{document}.{language}.txt`, the operator's own where there is one. Throws when it is missing or malformed. */
async function readWording(
  { siteDir, reviewed }: LegalNeeds,
  document: string,
  language: Language,
): Promise<Wording> {
  const name = `${document}.${language}.txt`;
  const own = siteDir === null ? null : await readIfThere(path.join(siteDir, "legal", name));
  if (own !== null) return parseWording(own, name);
  const wording = parseWording(await readFile(path.join(ours, name), "utf8"), name);
  if (reviewed === null) return wording;
  return { ...wording, draft: false, updated: reviewed > wording.updated ? reviewed : wording.updated };
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The head (`title`, `updated`, `status`), an empty line, the text. Throws a {@link LegalTextError} on anything else. */
export function parseWording(file: string, name: string): Wording {
  const [head = "", ...rest] = file.replaceAll("\r\n", "\n").split("\n\n");
  const fields = new Map(head.split("\n").map((line) => fieldOf(line)));
  const title = fields.get("title") ?? "";
  const updated = fields.get("updated") ?? "";
  const status = fields.get("status") ?? "";
  const text = rest.join("\n\n").trim();
  const sound = title && text && /^\d{4}-\d\d-\d\d$/.test(updated) && /^(draft|reviewed)$/.test(status);
  if (!sound)
    throw new LegalTextError(`${name}: title, updated, status (draft or reviewed) and a text are needed`);
  return { title, updated, draft: status === "draft", text };
}

function fieldOf(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

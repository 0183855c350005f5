import { type LegalDocument, type LegalDocumentName, legalDocuments } from "#contract/legal.ts";
import { readWording } from "./read-wording.ts";

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

import { extractText, getDocumentProxy, getMeta } from "unpdf";

/** The contents of a PDF file, read by Mozilla's PDF.js: the text of each page, and the properties of the file. */
export async function readPdf(
  bytes: Uint8Array,
): Promise<{ pages: string[]; info: Record<string, unknown> }> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const [{ text }, { info }] = [await extractText(document), await getMeta(document)];
  return { pages: text, info };
}

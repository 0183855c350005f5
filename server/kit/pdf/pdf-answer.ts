import { drawSheet } from "./draw-sheet.ts";
import type { Sheet } from "./sheet.ts";

/** A sheet as an answer that a browser saves under this name, which has no ending: `fanlight-receipt-12`. */
export async function pdfAnswer(name: string, sheet: Sheet, madeAt: Date) {
  return {
    status: 200,
    body: await drawSheet(sheet, madeAt),
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${name}.pdf"`,
      "content-language": sheet.language,
    },
  } as const;
}

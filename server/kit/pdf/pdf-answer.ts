import { siteSlug } from "#contract/site-name.ts";
import { drawSheet } from "./draw-sheet.ts";
import type { Sheet } from "./sheet.ts";

/** A sheet as an answer that a browser saves as `site-name.pdf`, as in `fanlight-receipt-12.pdf`. */
export async function pdfAnswer(name: string, sheet: Sheet, madeAt: Date) {
  return {
    status: 200,
    body: await drawSheet(sheet, madeAt),
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${siteSlug()}-${name}.pdf"`,
      "content-language": sheet.language,
    },
  } as const;
}

import { siteName } from "#contract/site-name.ts";
import { printable, type Sheet, type SheetPart } from "./sheet.ts";

type Paper = PDFKit.PDFDocument;
type Text = { size: number; bold?: boolean; gray?: boolean };

const margin = 56;
const nameWidth = 150;
const gap = 14;

/**
 * A sheet as a PDF of A4 pages, tagged with its language and structure for screen readers. The fonts are those that every
 * reader has, so that a receipt takes some kilobytes. `madeAt` stands in the file's properties.
 */
export async function drawSheet(sheet: Sheet, madeAt: Date): Promise<Buffer> {
  // A tenth of a second of work: only for a process that draws.
  const { default: PDFDocument } = await import("pdfkit");
  const paper = new PDFDocument({
    size: "A4",
    margin,
    pdfVersion: "1.7",
    tagged: true,
    lang: sheet.language,
    displayTitle: true,
    info: { Title: printable(sheet.title), Creator: printable(siteName()), CreationDate: madeAt },
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    paper.on("data", (chunk: Buffer) => chunks.push(chunk));
    paper.on("end", resolve);
    paper.on("error", reject);
  });
  drawAll(paper, sheet);
  paper.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawAll(paper: Paper, sheet: Sheet): void {
  const root = paper.struct("Document");
  paper.addStructure(root);
  const row = rowsOn(paper, root);
  row([
    { text: siteName(), size: 18, bold: true },
    { text: sheet.number, size: 11, gray: true, right: true },
  ]);
  row([{ text: sheet.title, size: 22, bold: true }], "H1");
  if (sheet.notice) row([{ text: sheet.notice, size: 11, bold: true }]);
  for (const part of sheet.parts) {
    line(paper);
    drawPart(part, row);
  }
  line(paper);
  for (const note of sheet.notes) row([{ text: note, size: 9, gray: true }]);
  root.end();
}

type Cell = Text & { text: string; x?: number; width?: number; right?: boolean };
type Row = (cells: Cell[], type?: "H1" | "H2" | "P") => void;

function drawPart(part: SheetPart, row: Row): void {
  switch (part.kind) {
    case "details":
      for (const [name, value] of part.rows)
        row([
          { text: name, size: 10, gray: true, width: nameWidth },
          { text: value, size: 10, x: nameWidth + gap },
        ]);
      break;
    case "amounts":
      for (const { what, amount, strong = false } of part.rows) {
        const style = { size: strong ? 14 : 11, bold: strong };
        row([
          { text: what, ...style, width: 300 },
          { text: amount, ...style, right: true },
        ]);
      }
      break;
    case "list":
      row([{ text: part.heading, size: 11, bold: true }], "H2");
      for (const text of part.rows) row([{ text, size: 10 }]);
  }
}

/** Cells side by side, as high as the highest; what no longer fits on a page begins the next one. */
function rowsOn(paper: Paper, root: PDFKit.PDFStructureElement): Row {
  const inner = paper.page.width - 2 * margin;
  const widthOf = ({ x = 0, width }: Cell) => width ?? inner - x;
  const setFont = ({ size, bold, gray }: Text) =>
    paper
      .font(bold ? "Helvetica-Bold" : "Helvetica")
      .fontSize(size)
      .fillColor(gray ? "#55505a" : "#16131a");
  return (cells, type = "P") => {
    const shown = cells.map((cell) => ({ ...cell, text: printable(cell.text) })).filter(({ text }) => text);
    const height = Math.max(
      0,
      ...shown.map((cell) => setFont(cell).heightOfString(cell.text, { width: widthOf(cell) })),
    );
    if (paper.y + height > paper.page.height - margin) paper.addPage();
    const { y } = paper;
    const draw = (cell: Cell) => () => {
      const align = cell.right ? "right" : "left";
      setFont(cell).text(cell.text, margin + (cell.x ?? 0), y, { width: widthOf(cell), align });
    };
    // A span for each cell, so that a name and its value are read as two.
    const spans = shown.map((cell) => paper.struct("Span", {}, draw(cell)));
    root.add(paper.struct(type, {}, spans));
    paper.x = margin;
    paper.y = y + height + 5;
  };
}

/** A thin line between two parts, which readers of the structure skip. */
function line(paper: Paper): void {
  if (paper.y + gap * 2 > paper.page.height - margin) paper.addPage();
  const y = paper.y + gap / 2;
  paper.markContent("Artifact", { type: "Layout" });
  paper
    .moveTo(margin, y)
    .lineTo(paper.page.width - margin, y)
    .lineWidth(0.75)
    .strokeColor("#d6d1dc")
    .stroke();
  paper.endMarkedContent();
  paper.y = y + gap;
}

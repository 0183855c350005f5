import { expect, test } from "vitest";
import { headingsOf, textBlocks } from "./text-blocks.ts";

const text =
  "Lead one\nLead two\n\n## 1. First\n\nA paragraph.\n- one\n- two\nAfter.\n## 2. Second\n\n\n\nEnd";

test("R-LEGAL-01: headings, points and paragraphs are told apart, and a paragraph keeps its line breaks", () => {
  expect(textBlocks(text)).toEqual([
    { kind: "paragraph", id: "paragraph-1", text: "Lead one\nLead two" },
    { kind: "heading", id: "section-1", text: "1. First" },
    { kind: "paragraph", id: "paragraph-2", text: "A paragraph." },
    { kind: "points", id: "points-1", points: ["one", "two"] },
    { kind: "paragraph", id: "paragraph-3", text: "After." },
    { kind: "heading", id: "section-2", text: "2. Second" },
    { kind: "paragraph", id: "paragraph-4", text: "End" },
  ]);
});

test("R-I18N-05: a section has the same address in both languages", () => {
  const spanish = text.replace("First", "Primero").replace("Second", "Segundo");
  const ids = (of: string) => headingsOf(textBlocks(of)).map(({ id }) => id);
  expect(ids(spanish)).toEqual(ids(text));
});

test("two headings in a row stay two, a mere # is text, and nothing comes of nothing", () => {
  expect(headingsOf(textBlocks("## a\n## b"))).toHaveLength(2);
  expect(textBlocks("#2 is ours\r\n-5 degrees")).toEqual([
    { kind: "paragraph", id: "paragraph-1", text: "#2 is ours\n-5 degrees" },
  ]);
  expect(textBlocks(" \n\n")).toEqual([]);
});

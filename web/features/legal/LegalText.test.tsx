import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { LegalText } from "./LegalText.tsx";
import { textBlocks } from "./text-blocks.ts";

const html = (text: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <LegalText blocks={textBlocks(text)} />
    </MemoryRouter>,
  );

test("R-LEGAL-01, R-LEGAL-02: a line break of the text is visible on the page", () => {
  expect(html("One\nTwo")).toMatch(/<p class="[^"]*whitespace-pre-line[^"]*">One\nTwo<\/p>/);
});

test("R-LEGAL-01: a text is words and never HTML", () => {
  const page = html('## <b>bold</b>\n\n<script>alert("x")</script>\n\n- <img src=x onerror=alert(1)>');
  expect(page).not.toMatch(/<(b|script|img)\b/);
  expect(page).toContain("&lt;script&gt;");
  expect(page).toContain("&lt;b&gt;bold&lt;/b&gt;");
});

test("R-LEGAL-10: addresses of other documents are links, and only those", () => {
  const page = html(
    "See the policy (/privacy-policy), /privacy-policy-old, /login and //evil.test/usc-2257x.",
  );
  expect(page.match(/href="[^"]+"/g)).toEqual(['href="/privacy-policy"']);
});

import { afterEach, expect, test } from "vitest";
import { defaultSiteName, nameSite } from "#contract/site-name.ts";
import { type Email, htmlBody, textBody } from "./layout.ts";

afterEach(() => nameSite(defaultSiteName));

test("mails are sent and signed in the site's name, which is no markup", () => {
  nameSite("Sol & Luna");
  for (const language of ["en", "es"] as const) {
    const email: Email = { to: "ana@example.test", language, subject: "A", paragraphs: ["B"] };
    const html = htmlBody(email, "https://site.example/");
    expect(html).toContain(">Sol &amp; Luna</a>");
    expect(html.match(/Sol &amp; Luna/g)).toHaveLength(2);
    expect(textBody(email)).toContain("Sol & Luna");
    expect(html + textBody(email)).not.toMatch(/Fanlight|\{site\}/);
  }
});

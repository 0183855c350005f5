import { afterEach, expect, test } from "vitest";
import { defaultSiteName, nameSite } from "#contract/site-name.ts";
import { ownAccents, paintSite } from "#server/kit/site-accents.ts";
import { type Email, htmlBody, textBody } from "./layout.ts";

afterEach(() => {
  nameSite(defaultSiteName);
  paintSite(ownAccents);
});

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

test("mails are drawn in the site's colours, and in none of ours", () => {
  paintSite({
    dark: { accent: "#5BD6A8", fill: "#1B7F5A" },
    light: { accent: "#146B4B", fill: "#1B7F5B" },
  });
  const action = { label: "Open", url: "https://site.example/a" };
  const email: Email = { to: "a@example.test", language: "en", subject: "A", paragraphs: ["B"], action };
  const html = htmlBody(email, "https://site.example/");
  for (const colour of ["#5BD6A8", "#1B7F5A", "#146B4B"]) expect(html).toContain(colour);
  for (const { accent, fill } of Object.values(ownAccents)) expect(html).not.toMatch(`${accent}|${fill}`);
});

import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { m } from "#web/paraglide/messages.js";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { ConsentSentence } from "./ConsentCheckboxes.tsx";

afterEach(() => overwriteGetLocale(() => "en"));

test("R-LEGAL-10, R-AUTH-08: every consent links its document beside the form, in both languages", () => {
  for (const language of ["en", "es"] as const) {
    overwriteGetLocale(() => language);
    const consents = [
      [m.auth_accept_terms(), m.legal_consent_terms(), "/terms-of-service"],
      [m.auth_accept_privacy(), m.legal_consent_privacy(), "/privacy-policy"],
      [m.auth_accept_creator(), m.legal_consent_creator(), "/creator-agreement"],
    ] as const;
    for (const [sentence, linked, to] of consents) {
      const html = renderToStaticMarkup(<ConsentSentence sentence={sentence} linked={linked} to={to} />);
      expect(html).toContain(`<a href="${to}" target="_blank" rel="noopener">${linked}`);
      expect(html.replace(/<span.*?<\/span>/, "").replace(/<[^>]+>/g, "")).toBe(sentence);
    }
  }
});

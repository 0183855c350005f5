import { useLocation } from "react-router";
import { isLanguage } from "#web/lib/i18n/choose-language.ts";
import { useDocumentFacts } from "#web/lib/page/page-config.ts";

/** Tells search engines the page's one address, and where it stands in each language. */
export function LanguageLinks() {
  const { origin } = useDocumentFacts();
  const { pathname, search } = useLocation();
  const page = origin + pathname.replace(/(.)\/$/, "$1");
  const asked = new URLSearchParams(search).get("lang");
  return (
    <>
      <link rel="canonical" href={isLanguage(asked) ? `${page}?lang=${asked}` : page} />
      <link rel="alternate" hrefLang="en" href={`${page}?lang=en`} />
      <link rel="alternate" hrefLang="es" href={`${page}?lang=es`} />
      <link rel="alternate" hrefLang="x-default" href={page} />
    </>
  );
}

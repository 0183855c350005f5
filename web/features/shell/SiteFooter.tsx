import { Link } from "react-router";
import { footerPages } from "#web/lib/navigation/legal-pages.ts";
import { usePageConfig } from "#web/lib/page/page-config.ts";
import { m } from "#web/paraglide/messages.js";
import { NewTabLink } from "#web/ui/buttons/NewTabLink.tsx";
import { cx } from "#web/ui/cx.ts";
import { Logo } from "#web/ui/pictures/Logo.tsx";
import { languages } from "./settings/LanguageMenu.tsx";

const linksClass =
  "flex flex-wrap content-start gap-x-8 gap-y-1 text-text-2 [&_a]:inline-flex [&_a]:min-h-9 [&_a]:items-center [&_a:hover]:text-text";

/** The footer, 210 px on wide screens; where a text needs a second line it grows, and nothing leaves its box. */
export function SiteFooter() {
  const { billingCancelUrl } = usePageConfig();
  return (
    <footer className="border-t border-line bg-surface lg:min-h-(--footer)">
      <div className="mx-auto grid max-w-(--column) gap-6 px-4 py-8 lg:grid-cols-[minmax(0,230px)_minmax(0,1fr)_minmax(0,max-content)] lg:gap-8 xl:gap-12 lg:px-8">
        <div>
          <Link to="/" aria-label={m.nav_home()} className="inline-block rounded-8">
            <Logo />
          </Link>
          <p className="mt-3 max-w-[230px] text-12 text-text-3">{m.footer_adults()}</p>
        </div>
        <nav
          aria-label={m.legal_links()}
          className={cx(
            linksClass,
            "lg:grid lg:grid-cols-[repeat(2,minmax(0,max-content))] lg:justify-center lg:gap-x-8 lg:gap-y-0 xl:gap-x-12",
          )}
        >
          {footerPages.map(({ path, name }) => (
            <Link key={path} to={path}>
              {name()}
            </Link>
          ))}
        </nav>
        <nav
          aria-label={m.footer_links()}
          className={cx(linksClass, "lg:flex-col lg:flex-nowrap lg:gap-y-0")}
        >
          <Link to="/">{m.nav_rooms()}</Link>
          <Link to="/register?model=true">{m.footer_become_model()}</Link>
          <Link to="/subscription-models">{m.footer_cancel_membership()}</Link>
          {billingCancelUrl && <NewTabLink to={billingCancelUrl} text={m.footer_cancel_billing()} />}
          <PlainPreferences />
        </nav>
      </div>
    </footer>
  );
}

/** Language and theme for who has no JavaScript: the menus that choose them elsewhere cannot open. */
function PlainPreferences() {
  // React draws it on the server alone, and the browser's script needs nothing of it.
  return <noscript>{import.meta.env.SSR && <PreferenceForms />}</noscript>;
}

function PreferenceForms() {
  const buttonClass = "min-h-9 pr-4 hover:text-text";
  return (
    <>
      <form method="post" action="/preferences">
        {languages.map(({ code, name }) => (
          <button type="submit" key={code} name="language" value={code} lang={code} className={buttonClass}>
            {name}
          </button>
        ))}
      </form>
      <form method="post" action="/preferences">
        <button type="submit" name="theme" value="dark" className={buttonClass}>
          {m.nav_theme_dark()}
        </button>
        <button type="submit" name="theme" value="light" className={buttonClass}>
          {m.nav_theme_light()}
        </button>
      </form>
    </>
  );
}

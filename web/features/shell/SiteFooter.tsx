import { Link } from "react-router";
import { siteName } from "#contract/site-name.ts";
import { footerPages } from "#web/lib/navigation/legal-pages.ts";
import { usePageConfig } from "#web/lib/page/page-config.ts";
import { m } from "#web/paraglide/messages.js";
import { NewTabLink } from "#web/ui/buttons/NewTabLink.tsx";
import { Logo } from "#web/ui/pictures/Logo.tsx";
import { languages } from "./settings/LanguageMenu.tsx";

/** The footer, 210 px on wide screens; where a text needs a second line it grows, and nothing leaves its box. */
export function SiteFooter() {
  const { billingCancelUrl } = usePageConfig();
  return (
    <footer className="site-footer">
      <div>
        <div>
          <Link to="/" aria-label={m.nav_home({ site: siteName() })}>
            <Logo />
          </Link>
          <p>{m.footer_adults()}</p>
        </div>
        <nav aria-label={m.legal_links()}>
          {footerPages.map(({ path, name }) => (
            <Link key={path} to={path}>
              {name()}
            </Link>
          ))}
        </nav>
        <nav aria-label={m.footer_links()}>
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

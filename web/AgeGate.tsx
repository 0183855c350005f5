import { Link } from "react-router";
import { siteName } from "#contract/site-name.ts";
import { m } from "#web/paraglide/messages.js";
import { buttonClass } from "#web/ui/buttons/Button.tsx";
import { LogoMark } from "#web/ui/pictures/Logo.tsx";

/** A neutral site for visitors who leave. */
const elsewhere = "https://www.google.com/";

/**
 * The question of age before the first page of a browser. A plain form: it works before any script has come, and the
 * page behind it is inert. `back`: where the form's answer leads without script.
 */
export function AgeGate({ back, onConfirm }: { back: string; onConfirm(): void }) {
  return (
    <div className="age-gate">
      <div role="dialog" aria-modal="true" aria-labelledby="age-title" aria-describedby="age-text">
        <LogoMark width={52} />
        <h2 id="age-title">{m.age_title()}</h2>
        <p id="age-text">{m.age_text({ site: siteName() })}</p>
        <form
          method="post"
          action={`/preferences?back=${encodeURIComponent(back)}`}
          onSubmit={(event) => {
            event.preventDefault();
            onConfirm();
          }}
        >
          <input type="hidden" name="adult" value="1" />
          {/* A modal question takes the focus, and this one stands there from the first byte */}
          <button type="submit" autoFocus className={buttonClass("primary", "lg", true)}>
            {m.age_confirm()}
          </button>
        </form>
        <a href={elsewhere} rel="noreferrer" className={buttonClass("outline", "lg", true)}>
          {m.age_leave()}
        </a>
        <p>
          <Link to="/terms-of-service">{m.legal_terms_of_service()}</Link>
          <Link to="/privacy-policy">{m.legal_privacy_policy()}</Link>
          <Link to="/content-removal">{m.support_removal_title()}</Link>
        </p>
      </div>
    </div>
  );
}

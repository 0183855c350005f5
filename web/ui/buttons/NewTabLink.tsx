import { m } from "#web/paraglide/messages.js";

/** A link inside a form: it opens beside the page, so that nothing typed is lost, and says so. */
export function NewTabLink({ to, text }: { to: string; text: string }) {
  return (
    <a href={to} target="_blank" rel="noopener">
      {text}
      <span className="sr-only"> ({m.legal_new_tab()})</span>
    </a>
  );
}

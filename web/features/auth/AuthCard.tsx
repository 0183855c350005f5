import type { ReactNode } from "react";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { keepsCookies } from "#web/lib/platform/storage.ts";
import { m } from "#web/paraglide/messages.js";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";

export type AuthCardProps = {
  title: string;
  lead: string;
  /** The model for whom somebody signs in or up: their picture takes the logo's place. */
  model?: { name: string; avatar: string | null } | null;
  /** The part above the form and its refusals. */
  first?: ReactNode;
  /** The refusal, above the form. */
  problem: string | null;
  children: ReactNode;
  /** The way to the other form; null where it stands above. */
  footer: ReactNode;
};

/** The panel around signing in and signing up. */
export function AuthCard({ title, lead, model = null, first, problem, children, footer }: AuthCardProps) {
  const noCookies = useHydrated() && !keepsCookies() ? m.common_no_cookies() : null;
  const said = problem ?? noCookies;
  return (
    <main id="main" className="grid place-items-center px-4 py-8 lg:py-4">
      <section className="w-full max-w-[440px] rounded-20 bg-surface p-6 shadow-[inset_0_0_0_1px_var(--line)] sm:px-8">
        {model ? (
          // Beside the title, so that the button of the form below is in sight on a phone.
          <div className="flex items-center gap-4">
            <Avatar name={model.name} src={model.avatar} size={72} />
            <h1 className="min-w-0 text-20!">{title}</h1>
          </div>
        ) : (
          <h1>{title}</h1>
        )}
        <p className={model ? "mt-4 text-text-2" : "mt-1 text-text-2"}>{lead}</p>
        {first}
        <div aria-live="assertive" className="empty:hidden">
          {said !== null && (
            <p className="mt-5 flex items-center gap-3 rounded-12 bg-error-soft px-4 py-3">
              <Icon name="alert" className="text-error" />
              {said}
            </p>
          )}
        </div>
        {children}
        {footer !== null && (
          <p className="mt-5 border-t border-line pt-4 text-center text-text-2">{footer}</p>
        )}
      </section>
    </main>
  );
}

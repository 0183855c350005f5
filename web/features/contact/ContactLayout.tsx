import type { ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { buttonClass } from "#web/ui/buttons/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon, type IconName } from "#web/ui/pictures/Icon.tsx";

type ContactLayoutProps = { title: string; lead: string; form: ReactNode; children: ReactNode };

/**
 * A page that says how to reach support, with its form beside; on small screens the form comes after the words, and
 * a link above them leads to it.
 */
export function ContactLayout({ title, lead, form, children }: ContactLayoutProps) {
  return (
    <main
      id="main"
      className="mx-auto grid max-w-[1080px] grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 px-4 pt-6 pb-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,460px)] lg:px-8 lg:pt-10"
    >
      <header className="lg:col-span-2">
        <h1>{title}</h1>
        <p className="mt-2 max-w-[62ch] text-16 text-text-2">{lead}</p>
        <a href="#form" className={cx(buttonClass("plain"), "mt-4 lg:hidden")}>
          {m.support_to_form()}
          <Icon name="down" size={18} />
        </a>
      </header>
      <div className="grid content-start gap-6">{children}</div>
      <section
        id="form"
        className="scroll-mt-[calc(var(--header)+12px)] content-start rounded-20 bg-surface p-5 shadow-[inset_0_0_0_1px_var(--line)] sm:p-7"
      >
        {form}
      </section>
    </main>
  );
}

/** One thing worth knowing, with its drawing. */
export function Fact({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[40px_minmax(0,1fr)] gap-x-4 [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-[3px]">
      <span className="grid size-10 place-items-center rounded-12 bg-surface text-text-2 shadow-[inset_0_0_0_1px_var(--line)]">
        <Icon name={icon} />
      </span>
      <div className="min-w-0">
        <h2 className="text-16!">{title}</h2>
        <div className="mt-1 max-w-[62ch] text-text-2 [overflow-wrap:anywhere]">{children}</div>
      </div>
    </section>
  );
}

import type { ReactNode } from "react";
import { Outlet, useParams } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { keepFocusInside } from "#web/ui/use-focus.ts";

type InboxLayoutProps = {
  list: ReactNode;
  /** Stands beside the heading. */
  action?: ReactNode;
};

/**
 * Two panes from 992 px: the list of chats, and beside it the one that is open. Below, the open one covers the list. They
 * fill what the frame leaves of the window, whatever stands above them.
 */
export function InboxLayout({ list, action }: InboxLayoutProps) {
  const isOpen = useParams().id !== undefined;
  return (
    <main
      ref={keepFocusInside}
      id="main"
      className="mx-auto grid min-h-0 w-full flex-1 max-w-[890px] grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] lg:min-h-[480px] lg:grid-cols-[320px_minmax(0,1fr)] lg:py-6"
    >
      {/* Outside the list: the page keeps its heading where an open chat covers the list. */}
      <header
        className={cx(
          pane,
          "flex items-center gap-3 px-4 pt-3 lg:col-start-1 lg:row-start-1 lg:rounded-tl-16 lg:border-t lg:border-l",
          isOpen && "max-lg:sr-only",
        )}
      >
        <h1 className="min-h-8 flex-1 text-20 max-lg:text-[22px]">{m.nav_chat()}</h1>
        {action}
      </header>
      <section
        aria-label={m.chat_list()}
        data-testid="chat-list"
        className={cx(
          pane,
          "relative min-h-0 overflow-y-auto [scrollbar-width:thin] lg:col-start-1 lg:row-start-2 lg:rounded-bl-16 lg:border-b lg:border-l",
          isOpen && "max-lg:hidden",
        )}
      >
        {list}
      </section>
      <div
        className={cx(
          pane,
          "row-span-2 grid min-h-0 grid-cols-[minmax(0,1fr)] lg:col-start-2 lg:row-start-1 lg:rounded-r-16 lg:border",
          !isOpen && "max-lg:hidden",
        )}
      >
        <Outlet />
      </div>
    </main>
  );
}

/** Avatars draw the edge of their presence in the colour they stand on. */
const pane = "border-line lg:bg-surface [--ground:var(--bg)] lg:[--ground:var(--surface)]";

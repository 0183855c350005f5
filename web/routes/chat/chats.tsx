import { Outlet, useParams } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Empty } from "#web/ui/Empty.tsx";
import type { Route } from "./+types/chats.ts";

export const handle = { footer: false };

export const meta: Route.MetaFunction = () => [{ title: `${m.nav_chat()} · Fanlight` }];

/** The inbox: the list of conversations, which stays while one of them is open beside it (on phones: over it). */
export default function Chats() {
  const isOpen = useParams().id !== undefined;
  return (
    <main
      id="main"
      className="mx-auto grid h-[calc(100dvh-var(--header))] w-full max-w-[890px] grid-rows-[auto_1fr] lg:h-[calc(100dvh-var(--header)-52px)] lg:grid-cols-[320px_1fr] lg:p-4"
    >
      {/* Outside the list: the page keeps its heading where an open conversation covers the list. */}
      <h1
        className={cx(
          "bg-surface px-4 pt-4 text-20 lg:col-start-1 lg:row-start-1 lg:rounded-tl-16",
          isOpen && "max-lg:sr-only",
        )}
      >
        {m.nav_chat()}
      </h1>
      <section
        aria-label={m.chat_list()}
        data-testid="chat-list"
        className={cx(
          "grid min-h-0 overflow-y-auto bg-surface lg:col-start-1 lg:row-start-2 lg:grid lg:rounded-bl-16",
          isOpen && "max-lg:hidden",
        )}
      >
        <Empty
          title={m.chat_empty_title()}
          text={m.chat_empty_text()}
          action={
            <ButtonLink to="/" tone="primary">
              {m.places_find_rooms()}
            </ButtonLink>
          }
        />
      </section>
      <section
        className={cx(
          "row-span-2 grid min-h-0 place-items-center overflow-y-auto bg-raised lg:col-start-2 lg:row-start-1 lg:rounded-r-16",
          !isOpen && "max-lg:hidden",
        )}
      >
        <Outlet />
      </section>
    </main>
  );
}

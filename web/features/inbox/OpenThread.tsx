import { useRevalidator } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorCard } from "#web/ui/ErrorCard.tsx";
import { useInbox } from "./inbox.ts";
import type { LoadedThread } from "./load-thread.ts";
import { Thread } from "./thread/Thread.tsx";

/** The chat that the address names, or why there is none to see. */
export function OpenThread({ loaded }: { loaded: LoadedThread }) {
  const { path } = useInbox();
  const { revalidate } = useRevalidator();
  if (loaded.kind === "open") return <Thread key={loaded.page.chat.id} first={loaded.page} />;
  const back = (
    <ButtonLink to={path} tone="solid">
      {m.chat_all()}
    </ButtonLink>
  );
  if (loaded.kind === "failed")
    return (
      <div className="grid place-items-center">
        <ErrorCard title={m.inbox_thread_failed()} onRetry={() => void revalidate()} action={back} />
      </div>
    );
  return (
    <div className="grid place-items-center">
      <EmptyState title={m.chat_unknown_title()} text={m.chat_unknown_text()} action={back} />
    </div>
  );
}

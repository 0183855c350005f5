import { useRevalidator } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ErrorCard } from "#web/ui/ErrorCard.tsx";
import { type Inbox, useInbox } from "./inbox.ts";
import type { ThreadPage } from "./inbox-calls.ts";
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

/** A chat to be shown, one that the person does not have, or one that could not be had now. */
export type LoadedThread = { kind: "open"; page: ThreadPage } | { kind: "unknown" } | { kind: "failed" };

/** Loads what a page shows of the chat that its address names. */
export async function loadThread({ calls }: Inbox, id: string | undefined): Promise<LoadedThread> {
  if (!/^[1-9]\d{0,14}$/.test(id ?? "")) return { kind: "unknown" };
  const { status, page } = await calls.messages(Number(id), null);
  if (page) return { kind: "open", page };
  return [403, 404, 422].includes(status) ? { kind: "unknown" } : { kind: "failed" };
}

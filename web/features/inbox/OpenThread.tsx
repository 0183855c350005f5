import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { useParams } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { threadQuery } from "./inbox-query.ts";
import { useInbox } from "./inbox.ts";
import type { SpendingProps } from "./thread/SpendButton.tsx";
import { Thread } from "./thread/Thread.tsx";

type OpenThreadProps = { /** Of a fan. */ spending?: ComponentType<SpendingProps> };

/** The chat that the address names, or why there is none to see. */
export function OpenThread({ spending }: OpenThreadProps) {
  const inbox = useInbox();
  const { data: thread, refetch } = useQuery(threadQuery(inbox, useParams().id ?? ""));
  if (thread?.kind === "open")
    return <Thread key={thread.page.chat.id} page={thread.page} spending={spending} />;
  const back = (
    <ButtonLink to={inbox.path} tone="solid">
      {m.chat_all()}
    </ButtonLink>
  );
  if (thread?.kind !== "unknown")
    return (
      <div className="grid place-items-center">
        <ErrorCard title={m.inbox_thread_failed()} onRetry={() => void refetch()} action={back} />
      </div>
    );
  return (
    <div className="grid place-items-center">
      <EmptyState title={m.chat_unknown_title()} text={m.chat_unknown_text()} action={back} />
    </div>
  );
}

import { createContext, useContext, useMemo } from "react";
import type { Chat } from "#contract/messaging.ts";
import type { FanProfile } from "#contract/profile.ts";
import type { Api } from "#web/lib/api/api.ts";
import { usePageConfig } from "#web/lib/page/page-config.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { fanCalls, type InboxCalls, modelCalls } from "./inbox-calls.ts";

export type InboxOwner = { me: number; side: "fan" | "model" };

/** One side's inbox: its owner, its pages, its calls to the server, and the address for its files. */
export type Inbox = InboxOwner & {
  path: string;
  calls: InboxCalls;
  photosOrigin: string;
};

/** Where the inbox of a person of this role is. */
export function inboxPath(role: FanProfile["role"]): string {
  return role === "model" ? "/model/chats" : "/chat";
}

/** The inbox of a signed-in person. */
export function inboxOwner({ id, role }: Pick<FanProfile, "id" | "role">): InboxOwner {
  return { me: id, side: role === "model" ? "model" : "fan" };
}

/** The calls of an inbox's owner to the server. */
export function inboxCalls(api: Api, { me, side }: InboxOwner): InboxCalls {
  return side === "model" ? modelCalls(api) : fanCalls(api, me);
}

/** The inbox of the user of this page; null while nobody is signed in. */
export function useOwnInbox(api: Api): Inbox | null {
  const viewer = useViewer();
  const [id, role] = [viewer?.id, viewer?.role];
  const { photosOrigin } = usePageConfig();
  return useMemo(() => {
    if (id === undefined || role === undefined) return null;
    const owner = inboxOwner({ id, role });
    return { ...owner, path: inboxPath(role), calls: inboxCalls(api, owner), photosOrigin };
  }, [api, id, role, photosOrigin]);
}

const InboxContext = createContext<Inbox | null>(null);

export const InboxProvider = InboxContext.Provider;

/** The inbox around this component. */
export function useInbox(): Inbox {
  const inbox = useContext(InboxContext);
  if (inbox === null) throw new Error("outside of an inbox");
  return inbox;
}

/** The other side of a chat. */
export type Partner = {
  name: string;
  avatar: string | null;
  presence: "live" | "online" | null;
  lastConnection: string | null;
};

/** The person at the other end of a chat. */
export function partnerOf(chat: Chat, side: Inbox["side"]): Partner {
  if (side === "model") {
    const { fan, fanIsOnline, fans_last_connection } = chat;
    const presence = fanIsOnline ? "online" : null;
    return {
      name: fan.name || m.inbox_closed_account(),
      avatar: fan.avatar,
      presence,
      lastConnection: fans_last_connection,
    };
  }
  const { artisticName, avatar, isOnline, streamStatus, lastConnection } = chat.model;
  const presence = streamStatus === "stopped" ? (isOnline ? "online" : null) : "live";
  return { name: artisticName || m.inbox_closed_account(), avatar, presence, lastConnection };
}

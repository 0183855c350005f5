// @vitest-environment happy-dom
import { useQuery } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage } from "#testing/component/page.tsx";
import { hydratePage } from "#testing/component/served-page.tsx";
import { chat } from "#testing/web/inbox/chat.ts";
import { ME, message } from "#testing/web/inbox/message.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { fanCalls, type ThreadPage } from "../inbox-calls.ts";
import { chatsQuery, type LoadedThread, threadQuery } from "../inbox-query.ts";
import { type Inbox, InboxProvider } from "../inbox.ts";
import { ChatList } from "../list/ChatList.tsx";
import { Thread } from "./Thread.tsx";

afterEach(closePage);

const inbox: Inbox = {
  ...({ side: "fan", me: ME, path: "/chat", photosOrigin: "" } as const),
  calls: fanCalls(browserApi, ME),
};
const from = { epoch: "e", sequence: 1 };
const pageOf = <Data,>(data: Data) => ({
  ...{ data, links: { next: null }, meta: { current_page: 1, last_page: 1 } },
  live_from: { person: from, public: from, presence: from },
});

function OpenChat({ id }: { id: number }) {
  const { data } = useQuery(threadQuery(inbox, String(id)));
  return (
    <InboxProvider value={inbox}>
      {data?.kind === "open" && <Thread page={data.page} spending={() => null} />}
    </InboxProvider>
  );
}

/** A chat as the server sends it, in which something is typed before it is hydrated. */
function openEarly(id: number, typed: string) {
  const page: ThreadPage = {
    ...pageOf([message(1, { chat_id: id })]),
    ...{ chat: chat(id, 1), closed: null, reply_time: null },
  };
  const loaded: LoadedThread = { kind: "open", page };
  browserQueryClient().setQueryData(threadQuery(inbox, String(id)).queryKey, loaded);
  const type = (served: HTMLElement) => {
    within(served).getByRole<HTMLTextAreaElement>("textbox").value = typed;
  };
  return hydratePage(<OpenChat id={id} />, type);
}

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");
const send = () => screen.getByRole("button", { name: "Send" });

test("R-CHAT-05: what is typed in a chat before it is hydrated stays, can be sent, and is no older draft", async () => {
  localStorage.setItem(`chat_kept ${ME} 111`, JSON.stringify({ draft: "an older draft", texts: [] }));
  const { user, callsOf } = openEarly(111, "hello");
  await waitFor(() => expect(send().getAttribute("aria-disabled")).toBe("false"));
  expect(field().value).toBe("hello");
  await user.click(send());
  await waitFor(() => expect(callsOf("POST /api/chat/{chat_id}/message")).toHaveLength(1));
  expect(screen.getByText("hello")).toBeTruthy();
  expect(field().value).toBe("");
});

test("where nothing is typed that early the draft of an earlier page comes back", async () => {
  localStorage.setItem(`chat_kept ${ME} 112`, JSON.stringify({ draft: "an older draft", texts: [] }));
  openEarly(112, "");
  await waitFor(() => expect(field().value).toBe("an older draft"));
});

test("the field to write sends nothing by itself: the page would be loaded again, without what was typed", () => {
  openEarly(113, "hello");
  expect(field().form?.getAttribute("method")).toBe("dialog");
});

test("R-CHAT-02: what is typed into the search of the chats before they are hydrated is searched for", async () => {
  browserQueryClient().setQueryData(chatsQuery(inbox, "").queryKey, {
    pages: [pageOf([chat(5, 1)])],
    pageParams: [{ page: 1, before: null }],
  });
  const type = (served: HTMLElement) => {
    within(served).getByRole<HTMLInputElement>("searchbox").value = "luna";
  };
  const list = (
    <InboxProvider value={inbox}>
      <ChatList nothing={null} />
    </InboxProvider>
  );
  const { callsOf } = hydratePage(list, type, { "GET /api/chat/{fanId}": pageOf([]) });
  await waitFor(() => expect(callsOf("GET /api/chat/{fanId}").at(-1)?.query.get("search")).toBe("luna"));
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("luna");
});

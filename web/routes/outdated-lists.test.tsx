// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import type { AppEndpoint } from "#contract/contract.ts";
import { closePage, fanProfile, openPage, type Reply } from "#testing/component/page.tsx";
import { chat, listOf } from "#testing/web/inbox/chat.ts";
import { InboxProvider, useOwnInbox } from "#web/features/inbox/inbox.ts";
import { ChatList } from "#web/features/inbox/list/ChatList.tsx";
import { NotificationsPage } from "#web/features/notifications/NotificationsPage.tsx";
import { StatementPage } from "#web/features/statement/StatementPage.tsx";
import { SubscriptionsPage } from "#web/features/subscriptions/SubscriptionsPage.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";

afterEach(closePage);

const at = "2026-11-21T10:00:00.000Z";
const onePage = { links: { next: null }, meta: { current_page: 1, last_page: 1 } };
const notification = { id: 1, kind: "live", at, read: true, receipt_id: null, chat_id: null };
const tip = {
  ...{ id: 1, at, type: "tip", tokens: -9, balance_after: 500, counterpart: "clara", reason: "" },
  ...{ transfer_id: 1, show_id: null, money: null, payment_id: null },
};
const subscription = {
  ...{ id: 1, model_id: 2, avatar: "", login: "clara", name: "Clara", price: 9.99, months: 1, charge: 9.99 },
  ...{ created_at: at, expire_at: "2026-12-21T10:00:00.000Z", freeTokens: 0, canceled_at: null },
  ...{ user_canceled_at: null, gateway_subscription_id: "g", gateway: "CommerceGate", price_change: null },
  ...{ can_reenable: true, can_subscribe: true },
};

function Inbox() {
  const inbox = useOwnInbox(browserApi);
  return (
    inbox && (
      <InboxProvider value={inbox}>
        <ChatList nothing={null} />
      </InboxProvider>
    )
  );
}

test.each<[string, ReactNode, AppEndpoint, unknown]>([
  ["chats", <Inbox key="chats" />, "GET /api/chat/{fanId}", listOf([chat(5, 1)]).pages[0]],
  [
    "notifications",
    <NotificationsPage key="notifications" />,
    "GET /api/fan/notifications",
    {
      data: [{ ...notification, model: { login: "clara", name: "Clara", avatar: "" } }],
      unread: 0,
      more: false,
    },
  ],
  ["statement", <StatementPage key="statement" />, "GET /api/wallet/statement", { data: [tip], ...onePage }],
  [
    "subscriptions",
    <SubscriptionsPage key="subscriptions" />,
    "GET /api/fan/subscriptions-models",
    { data: [subscription], ...onePage },
  ],
])(
  "%s that cannot be read again stay, say from when they are, and are asked for by a press",
  async (_, page, list, body) => {
    let down = false;
    const reply = (): Reply => (down ? { status: 503 } : { status: 200, body });
    const { user } = openPage(page, { "GET /api/fan/profile": fanProfile(), [list]: reply });
    await screen.findAllByText(/Clara/i);
    expect(screen.queryByText(/We couldn’t update it/)).toBeNull();
    down = true;
    await act(() => browserQueryClient().invalidateQueries());
    const outdated = await screen.findByText(/^This list is from .*\. We couldn’t update it\./);
    expect(outdated.getAttribute("role")).toBe("status");
    expect(screen.getAllByText(/Clara/i)).not.toHaveLength(0);
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await expect.poll(() => screen.queryByText(/We couldn’t update it/)).toBeNull();
  },
);

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ChatMedia, ChatMessage } from "#contract/chat-message.ts";
import type { TokenPackage } from "#contract/payments.ts";
import type { FanProfile } from "#contract/profile.ts";
import { ME, message } from "#testing/web/inbox/message.ts";
import { packagesQuery } from "#web/entities/wallet/token-worth.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { MessageView } from "./MessageView.tsx";
import { createThreadSession } from "./thread-session.ts";

const never = () => new Promise<never>(() => {});
const partner = { name: "Clara", avatar: null, presence: null, lastConnection: null };
const media: ChatMedia = {
  id: 40,
  type: "picture",
  thumb: "/files/thumb.webp",
  is_processing: false,
  is_broken: false,
  broken_reason: null,
  url: "/files/whole.webp",
  width: 400,
  height: 300,
  duration: null,
};
const locked: ChatMedia = { ...media, type: "video", url: null, width: 1280, height: 720, duration: 380 };
const forSale = {
  type: "paid_media",
  media: locked,
  purchase_status: "unpaid",
  price: 50,
  description: "The slow lesson",
} as const;

/** One message as a fan with 120 tokens sees it. */
function drawn(change: Partial<ChatMessage>): string {
  const thread = createThreadSession({
    chatId: 5,
    me: ME,
    sendText: never,
    sendMedia: never,
    load: never,
    markRead: never,
    preview: { of: () => "", drop: () => {} },
    kept: { read: () => ({ draft: "", texts: [] }), write: () => {} },
    newId: () => "one",
    clock: { now: () => new Date(), after: () => () => {}, every: () => () => {} },
  });
  thread.takeNewest({ data: [message(1, change)], next: null });
  const client = new QueryClient();
  client.setQueryData(profileQuery.queryKey, { id: ME, balance: 120 } as FanProfile);
  client.setQueryData(packagesQuery.queryKey, [{ tokens: 100, price: 8.2 } as TokenPackage]);
  const [item] = thread.get().items;
  if (!item) throw new Error("the message is there");
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MessageView thread={thread} item={item} isFirst isLast partner={partner} closed={false} />
    </QueryClientProvider>,
  );
}

test("R-CHAT-10, R-OPEN-51: a text stands as it was written, its markup as words", () => {
  expect(drawn({ body: "<img src=x onerror=alert(1)>" })).toContain("&lt;img src=x onerror=alert(1)&gt;");
});

test("R-CHAT-10: a picture and a video are shown, each as what it is", () => {
  expect(drawn({ type: "media", media })).toContain('<img src="/files/thumb.webp"');
  const video = drawn({ type: "media", media: { ...locked, url: "/files/whole.mp4" } });
  expect(video).toContain("<video");
  expect(video).toContain('src="/files/whole.mp4"');
});

test("R-CHAT-10, R-CHAT-11: what is for sale shows its raster, what it is, how long and how large, its text, its price in tokens and money, and what is left after", () => {
  const html = drawn(forSale);
  for (const part of ["/files/thumb.webp", "1 video", ">6:20<", ">720p<", "The slow lesson"])
    expect(html).toContain(part);
  expect(html).toContain("Unlock 50 · ≈\u00a0$4.10");
  expect(html).toContain("70 tk left after this");
  expect(html).toContain(">Locked video, 50 tokens, 6 min 20 s, 720p<");
  expect(html).not.toContain("<video");
});

test("R-CHAT-10: a picture for sale shows its size, and one whose size is not known yet shows none", () => {
  const picture = { ...media, url: null };
  const html = drawn({ ...forSale, media: picture });
  expect(html).toContain(">400×300<");
  expect(html).toContain(">Locked photo, 50 tokens, 400×300<");
  const unread = drawn({ ...forSale, media: { ...picture, width: null, height: null } });
  expect(unread).toContain(">Locked photo, 50 tokens<");
  expect(unread).not.toMatch(/×|null/);
});

const rose = { id: 3, name_en: "Rose", name_es: "Rosa", image: "/world/gifts/rose.svg", quantity: 2 };

test("R-OPEN-76: a tip in a chat says who gave how much, with its note below, and cannot be taken back", () => {
  const tip = { tokens: 25, gift: null, transfer_id: 9 };
  const mine = drawn({ author_id: ME, body: "For the encore", tip });
  expect(mine).toContain("You tipped 25 tokens");
  expect(mine).toContain("For the encore");
  expect(mine).toContain("Reply");
  expect(mine).not.toContain("Delete message");
  expect(drawn({ body: "", tip: { ...tip, tokens: 1 } })).toContain("Clara tipped 1 token<");
});

test("R-LIVE-25: a gift in a chat shows what it is, how many and for how much", () => {
  const tip = { tokens: 10, gift: rose, transfer_id: 9 };
  const mine = drawn({ author_id: ME, body: "", tip });
  expect(mine).toContain("You gave 2 × Rose, 10 tokens");
  expect(mine).toContain('src="/world/gifts/rose.svg"');
  expect(drawn({ body: "", tip: { ...tip, gift: { ...rose, quantity: 1 } } })).toContain(
    "Clara gave Rose, 10 tokens",
  );
});

test("What costs more than one has leads to the tokens that are missing", () => {
  const html = drawn({ ...forSale, price: 150 });
  expect(html).toContain("You are 30 tokens short");
  expect(html).not.toContain("Unlock 150");
});

test("R-CHAT-11: what was bought is shown, and said to be one's own", () => {
  const html = drawn({ ...forSale, purchase_status: "paid", media: { ...locked, url: "/files/whole.mp4" } });
  expect(html).toContain('src="/files/whole.mp4"');
  expect(html).toContain("Yours");
  expect(html).not.toContain("Unlock");
});

test("R-CHAT-09: while a file is being prepared, and when it cannot be read, a word stands in its place", () => {
  const waiting = { ...media, is_processing: true, thumb: null, url: null };
  expect(drawn({ type: "media", media: waiting })).toContain("Processing");
  expect(drawn({ type: "media", media: { ...waiting, is_processing: false, is_broken: true } })).toContain(
    "We couldn’t read this file",
  );
});

test("R-CHAT-13: an own message says whether it was delivered or read; the model's has no such mark", () => {
  expect(drawn({ author_id: ME })).toContain("Delivered");
  expect(drawn({ author_id: ME, was_read: true })).toContain(">Read<");
  expect(drawn({ was_read: true })).not.toContain(">Read<");
});

test("R-CHAT-13: the hour of a message is not seen before the reader's zone is known", () => {
  expect(drawn({ author_id: ME })).toMatch(/<time [^>]*class="invisible /);
});

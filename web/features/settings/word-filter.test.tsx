// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage, type Reply } from "#testing/component/page.tsx";
import { wordFilterQuery } from "#web/entities/message/word-filter.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { WordFilterSection } from "./WordFilterSection.tsx";

afterEach(closePage);

const save = "POST /api/chat/word-filter";
const field = () => screen.findByRole<HTMLTextAreaElement>("textbox");

test("words are saved as the server keeps them, and what is typed meanwhile stays for the next time", async () => {
  const answered = Promise.withResolvers<Reply>();
  const { user, callsOf, toasts } = openPage(<WordFilterSection />, {
    "GET /api/chat/word-filter": { words: ["cash"] },
    [save]: () => answered.promise,
  });
  await user.type(await field(), "{Enter}  paypal ");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.type(await field(), "{Enter}gift card");
  answered.resolve({ status: 200, body: { words: ["cash", "paypal"] } });
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect((await field()).value).toBe("cash\n  paypal \ngift card");
  expect(callsOf(save).map(({ body }) => body)).toEqual([{ words: ["cash", "paypal"] }]);
});

test("what nobody types over stands as it was saved, here or elsewhere", async () => {
  const { user, toasts } = openPage(<WordFilterSection />, {
    "GET /api/chat/word-filter": { words: ["cash"] },
    [save]: () => ({ status: 200, body: { words: ["cash", "paypal"] } }),
  });
  await user.type(await field(), "{Enter}  paypal ");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(toasts()).toHaveLength(1));
  expect((await field()).value).toBe("cash\npaypal");
  browserQueryClient().setQueryData(wordFilterQuery.queryKey, ["elsewhere"]);
  await waitFor(async () => expect((await field()).value).toBe("elsewhere"));
});

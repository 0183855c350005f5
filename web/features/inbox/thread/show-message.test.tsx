// @vitest-environment happy-dom
import { waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { message } from "#testing/web/inbox/message.ts";
import { openThread } from "#testing/web/inbox/open-thread.ts";
import { showMessage } from "./show-message.ts";

afterEach(closePage);

test("a message whose page does not come is said not to be shown; once the page comes, it is gone to", async () => {
  const { thread, server } = openThread([message(3)], "/2");
  const { toasts } = openPage(<p id="message-2" tabIndex={-1} />, {});
  await showMessage(thread, 2);
  expect(toasts()).toEqual(["We couldn’t show this message. Try again."]);
  server.pages.set("/2", { data: [message(2)], next: null });
  await showMessage(thread, 2);
  await waitFor(() => expect(document.activeElement?.id).toBe("message-2"));
  expect(toasts()).toHaveLength(1);
});

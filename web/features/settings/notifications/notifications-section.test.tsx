// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { NotificationSettings } from "#contract/notifications.ts";
import {
  type Answers,
  closePage,
  fanProfile,
  type OpenPage,
  openPage,
  type Reply,
} from "#testing/component/page.tsx";
import { hydratePage } from "#testing/component/served-page.tsx";
import { notificationSettingsQuery } from "#web/entities/account/notification-settings.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { NotificationsSection } from "./NotificationsSection.tsx";

const store = "POST /api/fan/notification-settings";
const LIVE = "A model goes live";
const MESSAGES = "Messages you haven’t read";
const DISCREET = "Discreet: no names in notifications or email subjects";

afterEach(closePage);

const unchanged: NotificationSettings = {
  off: [],
  quiet: { from: "22:00", to: "08:00" },
  time_zone: "UTC",
  digest: false,
  discreet: false,
  muted_models: [],
};

/** The section, whose changes are answered one by one: by what is stored then, or by a refusal. */
function openSection(
  draw: (answers: Answers) => OpenPage = (answers) => openPage(<NotificationsSection />, answers),
) {
  let stored = unchanged;
  const answers: ((reply?: Reply) => void)[] = [];
  const page = draw({
    "GET /api/fan/profile": fanProfile(),
    "GET /api/fan/notification-settings": () => ({ status: 200, body: stored }),
    [store]: ({ body }) =>
      new Promise<Reply>((answer) => {
        answers.push((reply) => {
          if (reply === undefined) stored = { ...stored, ...(body as Partial<NotificationSettings>) };
          answer(reply ?? { status: 200, body: stored });
        });
      }),
  });
  const sent = () => page.callsOf(store).map(({ body }) => body as Partial<NotificationSettings>);
  return {
    ...page,
    sent,
    async answer(reply?: Reply) {
      const count = sent().length;
      await waitFor(() => expect(answers).toHaveLength(count));
      answers.at(-1)?.(reply);
    },
    stored: () => stored,
  };
}

const control = (name: string) => screen.getByRole<HTMLInputElement>("switch", { name });
const isOn = (name: string) => control(name).checked;

test("switches pressed during an answer are stored after it, all of them", async () => {
  const page = openSection();
  await screen.findByRole("switch", { name: LIVE });
  for (const name of [LIVE, MESSAGES, DISCREET]) await page.user.click(control(name));
  const shown = () => [LIVE, MESSAGES, DISCREET].map(isOn);
  expect(shown()).toEqual([false, false, true]);
  expect(page.sent()).toEqual([{ off: ["live"] }]);
  await page.answer();
  await waitFor(() => expect(page.sent()).toHaveLength(2));
  expect(page.sent()[1]).toEqual({ off: ["live", "messages"], discreet: true });
  expect(shown()).toEqual([false, false, true]);
  await page.answer();
  await waitFor(() => expect(page.stored()).toMatchObject({ off: ["live", "messages"], discreet: true }));
  expect(shown()).toEqual([false, false, true]);
});

test("a time that is typed digit by digit is stored as it stands at the end", async () => {
  const page = openSection();
  const from = await screen.findByLabelText<HTMLInputElement>("From");
  for (const value of ["02:00", "23:00", "23:30"]) fireEvent.change(from, { target: { value } });
  expect(from.value).toBe("23:30");
  await page.answer();
  await waitFor(() => expect(page.sent()).toHaveLength(2));
  await page.answer();
  await waitFor(() => expect(page.stored().quiet).toEqual({ from: "23:30", to: "08:00" }));
  expect(page.sent().map(({ quiet }) => quiet?.from)).toEqual(["02:00", "23:30"]);
  expect(from.value).toBe("23:30");
});

test("a refused change goes back, and takes along what was chosen upon it", async () => {
  const page = openSection();
  await screen.findByRole("switch", { name: MESSAGES });
  await page.user.click(control(LIVE));
  await page.user.click(control(MESSAGES));
  await page.answer({ status: 429, body: { code: "too_many", message: "Please wait." } });
  await waitFor(() => expect(page.toasts()).toEqual(["Please wait."]));
  await waitFor(() => expect([isOn(LIVE), isOn(MESSAGES)]).toEqual([true, true]));
  expect(page.sent()).toHaveLength(1);
  await page.user.click(control(MESSAGES));
  expect(page.sent()[1]).toEqual({ off: ["messages"] });
});

test("switches pressed before the page is hydrated are stored, all of them", async () => {
  const page = openSection((answers) => {
    browserQueryClient().setQueryData(notificationSettingsQuery.queryKey, unchanged);
    const press = (served: HTMLElement) => {
      for (const name of [LIVE, MESSAGES, DISCREET]) within(served).getByRole("switch", { name }).click();
    };
    return hydratePage(<NotificationsSection />, press, answers);
  });
  const shown = () => [LIVE, MESSAGES, DISCREET].map(isOn);
  expect(shown()).toEqual([false, false, true]);
  await page.answer();
  await waitFor(() => expect(page.sent()).toHaveLength(2));
  await page.answer();
  await waitFor(() => expect(page.stored()).toMatchObject({ off: ["live", "messages"], discreet: true }));
  expect(shown()).toEqual([false, false, true]);
});

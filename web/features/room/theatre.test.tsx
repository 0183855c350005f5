// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closePage } from "#testing/component/page.tsx";
import { hydratePage } from "#testing/component/served-page.tsx";
import { wordsIn } from "#testing/pages/words.ts";
import { cookieNames } from "#web/lib/constants.ts";
import { dropCookie, readCookie, writeCookie } from "#web/lib/cookies.ts";
import { defaultPageConfig, PageConfigProvider } from "#web/lib/page/page-config.ts";
import { RoomLayout } from "./RoomStage.tsx";
import { useTheatreKey } from "./theatre.ts";
import { TheatreButton } from "./TheatreButton.tsx";

const words = wordsIn("en");
beforeEach(() => dropCookie(cookieNames.theatre));
afterEach(closePage);

function Room() {
  useTheatreKey();
  return (
    <RoomLayout
      backdrop={null}
      sidebar={null}
      stage={<TheatreButton />}
      chat={<input aria-label={words("chat_input")} />}
    />
  );
}

/** A room as the server draws it for a browser with or without the theatre, and comes to life there. */
function enter({ theatre = false } = {}, look: (served: HTMLElement) => void = () => {}) {
  if (theatre) writeCookie(cookieNames.theatre, "1");
  const room = (
    <PageConfigProvider value={{ ...defaultPageConfig, theatre }}>
      <Room />
    </PageConfigProvider>
  );
  return hydratePage(room, look);
}

const isOn = (where: ParentNode = document) => where.querySelector("main")?.hasAttribute("data-theatre");
const isKept = () => readCookie(document.cookie, cookieNames.theatre) === "1";

test("the key t and the button switch the theatre, which this browser keeps", async () => {
  const { user } = enter();
  expect(isOn()).toBe(false);
  await user.keyboard("t");
  expect([isOn(), isKept()]).toEqual([true, true]);
  await user.click(screen.getByRole("button", { name: words("room_theatre_exit") }));
  expect([isOn(), isKept()]).toEqual([false, false]);
  await user.click(screen.getByRole("button", { name: words("room_theatre") }));
  expect([isOn(), isKept()]).toEqual([true, true]);
});

test("a page for who has it on is drawn so by the server, and stays so", () => {
  enter({ theatre: true }, (served) => expect(isOn(served)).toBe(true));
  expect(isOn()).toBe(true);
});

test("a t that is written, or pressed with another key, is none", async () => {
  const { user } = enter();
  await user.type(screen.getByRole("textbox"), "tt");
  await user.keyboard("{Control>}t{/Control}");
  expect(isOn()).toBe(false);
});

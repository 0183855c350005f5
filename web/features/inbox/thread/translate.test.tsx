// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { message } from "#testing/web/inbox/message.ts";
import { MessageText } from "./MessageText.tsx";

const browser = globalThis as { Translator?: unknown };
afterEach(() => {
  closePage();
  delete browser.Translator;
});

/** A browser that can translate on the device; it stands in for Chromium's, which headless browsers lack. */
function offerTranslator(isAvailable = "available") {
  const made: object[] = [];
  browser.Translator = {
    availability: async () => isAvailable,
    async create(languages: object) {
      made.push(languages);
      return { translate: async (text: string) => `in English: ${text}` };
    },
  };
  return made;
}

const spanish = message(1, { body: "¿Cómo estás?", language: "es" });

test("a message in the other language is translated on a press, and the original is one press away", async () => {
  const made = offerTranslator();
  const { user } = openPage(<MessageText message={spanish} mine={false} />, {});
  expect(screen.getByText("¿Cómo estás?").lang).toBe("es");
  await user.click(await screen.findByRole("button", { name: "Translate" }));
  expect((await screen.findByText("in English: ¿Cómo estás?")).lang).toBe("en");
  expect(made).toEqual([{ sourceLanguage: "es", targetLanguage: "en" }]);
  await user.click(screen.getByRole("button", { name: "Show original" }));
  expect(screen.getByText("¿Cómo estás?").lang).toBe("es");
});

test("where the browser translates nothing, or the text needs it not, no translation is offered, and the language is marked", async () => {
  offerTranslator("unavailable");
  openPage(
    <>
      <MessageText message={spanish} mine={false} />
      <MessageText message={message(2, { body: "How are you?", language: "en" })} mine={false} />
      <MessageText message={message(3, { body: "Muy bien", language: "es" })} mine />
    </>,
    {},
  );
  expect(screen.getAllByTitle("In Spanish")).toHaveLength(1);
  expect(screen.getByText("How are you?").lang).toBe("en");
  await Promise.resolve();
  expect(screen.queryByRole("button")).toBeNull();
});

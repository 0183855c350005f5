// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type Call, closePage, type OpenPage, openPage } from "#testing/component/page.tsx";
import { listSearch } from "#web/lib/page/list-search.ts";
import { SearchBox } from "./SearchBox.tsx";

afterEach(() => {
  act(() => listSearch.leave());
  closePage();
});

const names = [{ id: 1, login: "luna", name: "Luna", avatar: "/a", isStream: false }];
const answers = {
  "GET /api/search-suggestions": ({ query }: Call) => ({
    status: 200,
    body: query.get("search")?.startsWith("ca")
      ? { names: [], topics: ["Café at dawn"], videos: [{ id: 7, title: "Cake" }] }
      : { names, topics: [], videos: [] },
  }),
};
const field = () => screen.getByRole("combobox", { name: "Search models" });
const options = async () =>
  within(await screen.findByRole("listbox", { name: /Suggestions|Sugerencias/ }))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
const openAt = (at: string, language: "en" | "es" = "en"): OpenPage =>
  openPage(<SearchBox words="Search models" />, answers, { signedIn: false, at, language });
const active = () =>
  document.getElementById(field().getAttribute("aria-activedescendant") ?? "")?.textContent;

test("the field is a combobox: arrows go through what it suggests, Enter goes there, and the focus stays", async () => {
  const page = openAt("/?gender=2");
  expect(field().getAttribute("aria-expanded")).toBe("false");
  await page.user.type(field(), "ca");
  expect(await options()).toEqual(["CalmTopic", "Café at dawnLive now", "CakeVideo"]);
  expect(field().getAttribute("aria-expanded")).toBe("true");
  expect(field().getAttribute("aria-controls")).toBe(screen.getByRole("listbox").id);
  expect(active()).toBeUndefined();
  await page.user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(active()).toBe("CakeVideo");
  expect(document.activeElement).toBe(field());
  await page.user.keyboard("{ArrowDown}");
  expect(active()).toBe("CalmTopic");
  await page.user.keyboard("{Enter}");
  expect(page.path()).toBe("/?gender=2&tag=calm");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect((field() as HTMLInputElement).value).toBe("");
});

test("R-LIST-11: Enter without a choice searches as it did, and closes the list", async () => {
  const page = openAt("/");
  await page.user.type(field(), "lu");
  await options();
  await page.user.keyboard("{Enter}");
  expect([listSearch.get().text, listSearch.get().submitted]).toEqual(["lu", true]);
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(page.path()).toBe("/");
});

test("R-LIST-12: Escape closes the list first, and the field by the next press", async () => {
  const page = openAt("/");
  await page.user.type(field(), "lu");
  await options();
  await page.user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(listSearch.get().text).toBe("lu");
  await page.user.keyboard("{Escape}");
  expect(listSearch.get().text).toBe("");
});

test("a press on a name leads to its page, and on what a room is about searches for it", async () => {
  const page = openAt("/trending", "es");
  await page.user.type(field(), "ca");
  expect(await options()).toContain("CalmaTema");
  await page.user.click(screen.getByRole("option", { name: /Café at dawn/ }));
  expect([page.path(), listSearch.get().text]).toEqual(["/trending", "Café at dawn"]);
  await page.user.clear(field());
  await page.user.type(field(), "lu");
  await waitFor(async () => expect(await options()).toEqual(["LunaModelo"]));
  await page.user.click(screen.getByRole("option", { name: /Luna/ }));
  expect(page.path()).toBe("/luna");
});

test("leaving the field closes the list, and a list of one's own is given no suggestions", async () => {
  const page = openAt("/");
  await page.user.type(field(), "lu");
  await options();
  await page.user.tab();
  expect(screen.queryByRole("listbox")).toBeNull();
  await page.go("/favorites-models");
  const plain = screen.getByRole("textbox", { name: "Search models" });
  await page.user.type(plain, "luna");
  expect(plain.getAttribute("aria-expanded")).toBeNull();
});

test("R-LIST-08: without JavaScript it is a plain form, which keeps the gender and filters of the list", () => {
  openAt("/trending?gender=2&tag=calm&tag=music&page=3");
  const form = field().closest("form") as HTMLFormElement;
  expect([form.getAttribute("action"), form.method]).toEqual(["/trending", "get"]);
  expect([...new FormData(form)]).toEqual([
    ["gender", "2"],
    ["tag", "calm"],
    ["tag", "music"],
    ["search", ""],
  ]);
});

// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { followTranslation } from "./follow-translation.ts";

let stop = () => {};
afterEach(() => {
  stop();
  cleanup();
});

/** As Google's translator does it: every text node gives way to an element with the translated text. */
function translate(root: Node, how: "replaced" | "inserted") {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.localName === "font" || text.data.trim() === "") continue;
    const font = document.createElement("font");
    font.append(Object.assign(document.createElement("font"), { textContent: `¡${text.data}!` }));
    if (how === "replaced") text.replaceWith(font);
    else {
      text.before(font);
      text.remove();
    }
  }
}

const Balance = ({ count, more }: { count: number; more: boolean }) => (
  <p>
    You have {count} tokens<b>.</b>
    {more && "Top up"}
    <i />
  </p>
);

test.each(["replaced", "inserted"] as const)(
  "a number beside other text goes on changing on a page whose texts a translator has %s",
  async (how) => {
    stop = followTranslation(document);
    const { rerender, container } = render(<Balance count={1000} more />);
    const shown = () => container.textContent;
    translate(container, how);
    await act(async () => {});
    expect(shown()).toBe("¡You have !¡1000!¡ tokens!¡.!¡Top up!");
    rerender(<Balance count={993} more />);
    await act(async () => {});
    expect(shown()).toBe("¡You have !993¡ tokens!¡.!¡Top up!");
    translate(container, how);
    await act(async () => {});
    rerender(<Balance count={5} more={false} />);
    await act(async () => {});
    expect(shown(), "what is gone is gone, and nothing fails").toBe("¡You have !5¡ tokens!¡.!");
    rerender(<Balance count={6} more />);
    await act(async () => {});
    expect(shown()).toBe("¡You have !6¡ tokens!¡.!Top up");
  },
);

test("a text that the page takes away beside a translated one changes nothing of that one", async () => {
  stop = followTranslation(document);
  const line = document.createElement("p");
  const [first, second] = [new Text("one"), new Text("two")];
  line.append(first, second);
  document.body.append(line);
  first.replaceWith(Object.assign(document.createElement("font"), { textContent: "¡one!" }));
  await act(async () => {});
  second.remove();
  await act(async () => {});
  second.data = "three";
  await act(async () => {});
  expect(line.textContent).toBe("¡one!");
  first.data = "four";
  await act(async () => {});
  expect(line.textContent).toBe("four");
  line.remove();
});

test("a text node that React itself takes away is left alone", async () => {
  stop = followTranslation(document);
  const { rerender } = render(<p>{["one", "two"]}</p>);
  rerender(<p>{["one"]}</p>);
  await act(async () => {});
  expect(screen.getByText("one").textContent).toBe("one");
});

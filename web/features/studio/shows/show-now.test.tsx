// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { showOf } from "#testing/web/show.ts";
import { ShowNow } from "./ShowNow.tsx";

afterEach(closePage);

function Steps() {
  const [seconds_left, setLeft] = useState(200);
  const show = {
    ...showOf({ seconds_left }),
    fan_name: "jo",
    spies: { tokens: 0 },
  } as never;
  return (
    <>
      <ShowNow show={show} busy={false} onEnd={() => {}} />
      {[170, 169, 58].map((next) => (
        <button type="button" key={next} onClick={() => setLeft(next)}>{`to ${next}`}</button>
      ))}
    </>
  );
}

test("that a show can soon not go on runs down in sight, and is said to the model once for each mark", async () => {
  const page = openPage(<Steps />, {});
  const go = (next: number) => page.user.click(screen.getByRole("button", { name: `to ${next}` }));
  const words = (time: string) => `The show can last ${time} more.`;
  const texts = () => [screen.queryByRole("timer")?.textContent, screen.getByRole("status").textContent];
  expect(texts()).toEqual([undefined, ""]);
  await go(170);
  expect(texts()).toEqual([words("02:50"), words("02:50")]);
  await go(169);
  expect(texts()).toEqual([words("02:49"), words("02:50")]);
  await go(58);
  expect(texts()).toEqual([words("00:58"), words("00:58")]);
});

// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { SentShare } from "./SentShare.tsx";

afterEach(closePage);

function Upload() {
  const [share, setShare] = useState(0);
  return (
    <>
      <p role="status">
        <SentShare share={share} words={({ percent }) => `${percent}%`} />
      </p>
      <button type="button" onClick={() => setShare(share + 0.13)}>
        More
      </button>
    </>
  );
}

test("an upload shows each percent and says the quarters", async () => {
  const page = openPage(<Upload />, {});
  const texts = () => [...screen.getByRole("status").children].map((part) => part.textContent);
  expect(texts()).toEqual(["0%", "0%"]);
  await page.user.click(screen.getByRole("button", { name: "More" }));
  expect(texts()).toEqual(["13%", "0%"]);
  await page.user.click(screen.getByRole("button", { name: "More" }));
  expect(texts()).toEqual(["26%", "25%"]);
  expect(screen.getByText("26%").closest("[aria-hidden]"), "the running one is not said").not.toBeNull();
});

// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { closePage, fanProfile, openPage } from "#testing/component/page.tsx";
import { CheckoutForm } from "#web/entities/wallet/CheckoutForm.tsx";
import { type CheckoutOpening, onCheckoutOpened } from "#web/entities/wallet/open-checkout.ts";
import { TopUpButton } from "#web/entities/wallet/TopUpButton.tsx";
import { RoomStage } from "./RoomStage.tsx";

afterEach(closePage);

test.each([
  ["show", true],
  ["paused", true],
  [null, undefined],
] as const)(
  "R-LIVE-35: what tops up on a stage whose frame is %s opens the checkout beside it: %s",
  async (frame, beside) => {
    const openings: CheckoutOpening[] = [];
    const stop = onCheckoutOpened((opening) => openings.push(opening));
    const { user } = openPage(
      <RoomStage name="Luna" frame={frame}>
        <TopUpButton price={50} balance={10} />
        <CheckoutForm beside={beside}>
          <button type="submit">Coin</button>
        </CheckoutForm>
      </RoomStage>,
      {
        "GET /api/fan/profile": fanProfile({ balance: 10 }),
        "GET /api/token-packages": { success: true, data: { packages: [], promo: null } } as never,
      },
    );
    await user.click(screen.getByRole("button", { name: "Get tokens" }));
    await user.click(screen.getByRole("button", { name: "Coin" }));
    expect(openings.map((opening) => opening.beside)).toEqual([beside, beside]);
    stop();
  },
);

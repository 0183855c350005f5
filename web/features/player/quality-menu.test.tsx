// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { useEffect, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { closePage, openPage } from "#testing/component/page.tsx";
import { storageKeys } from "#web/lib/constants.ts";
import type { LayerPreference } from "#web/lib/media/whep/whep-connection.ts";
import type { WhepSession } from "#web/lib/media/whep/whep-session.ts";
import { QualityMenu } from "./QualityMenu.tsx";
import { useQuality } from "./use-player.ts";

afterEach(() => {
  closePage();
  localStorage.removeItem(storageKeys.quality);
  vi.unstubAllGlobals();
});

/** A player of which only the choice of quality is there; answers what its session was asked for. */
function openMenu(hasSizes = true) {
  const asked: LayerPreference[] = [];
  const session = { prefer: (layer: LayerPreference) => void asked.push(layer) } as WhepSession;
  function Menu() {
    const quality = useQuality(session, false);
    const [size, setSize] = useState<{ width: number; height: number } | null>(null);
    useEffect(() => setSize({ width: 360, height: 640 }), []);
    return <QualityMenu player={{ ...quality, size, hasSizes }} side="up" className="" />;
  }
  return { asked, ...openPage(<Menu />, {}) };
}

const button = (name: RegExp) => screen.getByRole("button", { name });

test("the menu says what is chosen and what plays now, by keyboard too, and the choice is kept", async () => {
  const { asked, user } = openMenu();
  expect(asked).toEqual(["auto"]);
  button(/Video quality: Auto/).focus();
  await user.keyboard("{Enter}");
  expect(screen.getByText("Now 360 × 640")).toBeDefined();
  expect(button(/^Auto$/).getAttribute("aria-pressed")).toBe("true");
  await user.tab();
  await user.tab();
  await user.tab();
  await user.keyboard("{Enter}");
  expect(asked).toEqual(["auto", "low"]);
  expect(button(/Video quality: Low/).getAttribute("aria-expanded")).toBe("true");
  expect(button(/^Low$/).getAttribute("aria-pressed")).toBe("true");
  expect(localStorage.getItem(storageKeys.quality)).toBe("low");
});

test("nothing is to be chosen where the picture has but one size", () => {
  openMenu(false);
  expect(screen.queryByRole("button")).toBeNull();
});

test("where the browser saves data the lowest is the default, and a choice of one's own counts more", () => {
  vi.stubGlobal("navigator", { ...navigator, connection: { saveData: true } });
  expect(openMenu().asked).toEqual(["low"]);
  closePage();
  localStorage.setItem(storageKeys.quality, "high");
  expect(openMenu().asked).toEqual(["high"]);
});

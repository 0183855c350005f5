import { useEffect, useEffectEvent } from "react";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { isPopoverOpen } from "#web/lib/platform/popover.ts";

/** The layer that a press in a room opens, which may be pressed before the page is hydrated. */
export type EarlyLayer = "tip" | "menu" | "gifts" | "private";
const layers: readonly EarlyLayer[] = ["tip", "menu", "gifts", "private"];

/** For the button that opens a layer: until the page is hydrated the browser shows the layer's place by itself. */
export const earlyOpener = (layer: EarlyLayer) =>
  ({ popoverTarget: `early-${layer}`, popoverTargetAction: "show" }) as const;

/** The places of the layers, until the page is hydrated; `onOpen` learns which of them was asked for before. */
export function EarlyLayers({ onOpen }: { onOpen(layer: EarlyLayer): void }) {
  const hydrated = useHydrated();
  const open = useEffectEvent(onOpen);
  useEffect(() => {
    const asked = layers.find((layer) => isPopoverOpen(`early-${layer}`));
    if (asked) open(asked);
  }, []);
  if (hydrated) return null;
  return layers.map((layer) => (
    <div key={layer} id={`early-${layer}`} popover="" className="opening at-bottom" />
  ));
}

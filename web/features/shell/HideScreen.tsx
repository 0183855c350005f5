import { Suspense, useEffect, useState } from "react";
import { lazyComponent } from "#web/lib/page/lazy.tsx";

const Cover = lazyComponent(() => import("./Cover.tsx").then((file) => file.Cover));

/** By one key, which types nothing, an empty neutral page covers everything; by the same key it goes again. */
export function HideScreen() {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "F8" || event.repeat) return;
      event.preventDefault();
      setHidden((before) => !before);
    };
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  }, []);
  useEffect(() => {
    // At once, before the code of the cover is there.
    document.body.style.visibility = hidden ? "hidden" : "";
  }, [hidden]);
  return <Suspense>{hidden && <Cover onShow={() => setHidden(false)} />}</Suspense>;
}

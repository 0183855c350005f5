import { useEffect, useRef } from "react";
import { m } from "#web/paraglide/messages.js";

/** An empty neutral page over everything, and whatever sounds is silent. */
export function Cover({ onShow }: { onShow(): void }) {
  const cover = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // Above every dialog and toast, with the focus kept inside.
    cover.current?.showModal();
    return silence();
  }, []);
  useEffect(() => {
    const before = document.title;
    document.title = m.discreet_title();
    return () => {
      document.title = before;
    };
  }, []);
  return (
    <dialog
      ref={cover}
      aria-label={m.discreet_title()}
      onCancel={(event) => event.preventDefault()}
      className="visible pointer-events-auto fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none cursor-default border-0 bg-white p-8 text-left text-14 text-[#1A1622] outline-none"
    >
      {/* Touch screens have no such key. */}
      <button type="button" onClick={onShow} className="cursor-default font-normal">
        {m.discreet_title()}
      </button>
    </dialog>
  );
}

/** Silences what plays now and what begins meanwhile; answers how to let it be heard again. */
function silence(): () => void {
  const silenced = new Set<HTMLMediaElement>();
  const mute = (media: HTMLMediaElement) => {
    if (media.muted) return;
    media.muted = true;
    silenced.add(media);
  };
  for (const media of document.querySelectorAll<HTMLMediaElement>("video, audio")) mute(media);
  const onPlay = ({ target }: Event) => target instanceof HTMLMediaElement && mute(target);
  document.addEventListener("play", onPlay, true);
  return () => {
    document.removeEventListener("play", onPlay, true);
    for (const media of silenced) media.muted = false;
  };
}

import { m } from "#web/paraglide/messages.js";
import { toggleTheatre, useTheatre } from "./theatre.ts";

/** Picture and chat over the whole window, or back again. */
export function TheatreButton() {
  const on = useTheatre();
  const label = on ? m.room_theatre_exit() : m.room_theatre();
  return (
    <button
      type="button"
      aria-label={label}
      aria-keyshortcuts="t"
      title={`${label} (t)`}
      onClick={toggleTheatre}
      className="inline-flex size-11 flex-none items-center justify-center rounded-12 text-white transition-colors duration-(--hover) hover:bg-[#fff2]"
    >
      <svg
        viewBox="0 0 24 24"
        width="20"
        height="20"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <rect x="3" y="5" width="18" height="14" rx="2" />
        <path d={on ? "M11 5v14" : "M16 5v14"} />
      </svg>
    </button>
  );
}

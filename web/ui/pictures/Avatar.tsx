import { cx } from "../cx.ts";

export type AvatarProps = {
  name: string;
  /** Address of the picture; without one the initials stand in. */
  src?: string | null;
  /** Diameter in pixels; 44 by default. */
  size?: number;
  presence?: "online" | "live" | null;
  className?: string;
};

const presences = {
  online:
    "after:absolute after:right-0 after:bottom-0 after:size-3 after:rounded-full after:border-[2.5px] after:border-(--ground,var(--surface)) after:bg-ok after:content-['']",
  live: "shadow-[0_0_0_2px_var(--ground,var(--surface)),0_0_0_4px_var(--live)]",
};

/** A round picture of a person. Decorative: the name stands beside it. */
export function Avatar({ name, src, size = 44, presence, className }: AvatarProps) {
  return (
    <span
      className={cx(
        // The picture may be of any shape: the one cell is as large as the circle, not as the picture.
        "relative inline-grid flex-none grid-cols-[100%] grid-rows-[100%] rounded-full",
        presence && presences[presence],
        className,
      )}
      style={{ width: size, height: size }}
      aria-hidden="true"
    >
      {src ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          className="size-full rounded-full bg-overlay object-cover"
        />
      ) : (
        <span
          className="grid size-full place-items-center rounded-full bg-[linear-gradient(135deg,#5B37C9,#C2185B)] font-[650] text-white"
          style={{ fontSize: Math.max(10, Math.round(size * 0.36)) }}
        >
          {initials(name)}
        </span>
      )}
    </span>
  );
}

function initials(name: string): string {
  return name.trim().slice(0, 2).toUpperCase();
}

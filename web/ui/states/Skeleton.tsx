import { cx } from "../cx.ts";

/** A place held open in the final geometry while something loads. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx("skeleton block", className)} />;
}

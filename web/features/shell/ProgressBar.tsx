import { useNavigation } from "react-router";
import { PROGRESS_DURATION_MS, PROGRESS_THROTTLE_MS } from "#web/lib/constants.ts";

const timing = {
  animationDuration: `${PROGRESS_DURATION_MS}ms`,
  animationDelay: `${PROGRESS_THROTTLE_MS}ms`,
};

/** A line at the top while the next page loads; short waits (200 ms) show nothing. */
export function ProgressBar() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return <div aria-hidden="true" className="progress-bar" style={timing} />;
}

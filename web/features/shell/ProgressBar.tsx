import { useNavigation } from "react-router";
import { progressDurationMs, progressThrottleMs } from "#web/lib/constants.ts";

const timing = {
  animationDuration: `${progressDurationMs}ms`,
  animationDelay: `${progressThrottleMs}ms`,
};

/** A line at the top while the next page loads; short waits (200 ms) show nothing. */
export function ProgressBar() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return <div aria-hidden="true" className="progress-bar" style={timing} />;
}

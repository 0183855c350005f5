import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { keepPendingAction, takeLikeOfGuest, takePendingAction } from "#web/entities/guest/pending-action.ts";
import { saveRoute } from "#web/lib/navigation/saved-route.ts";
import { useViewer } from "#web/lib/session/viewer.ts";

const fanActions = ["like", "tip", "notify", "message"] as const;
export type FanAction = (typeof fanActions)[number];

/**
 * Something that only a fan may do on the page of a model. A guest signs in first and comes back, and what was chosen
 * is done then: `asGuest` is true for what was pressed before signing in.
 */
export function useFanAction(
  modelId: number,
  act: (action: FanAction, asGuest: boolean) => void,
): (action: FanAction) => void {
  const navigate = useNavigate();
  const signedIn = useViewer() !== null;
  const resume = useEffectEvent(() => {
    const action =
      takePendingAction(modelId, fanActions) ?? (takeLikeOfGuest(modelId) === null ? null : "like");
    if (action !== null) act(action, true);
  });
  useEffect(() => {
    if (signedIn) resume();
  }, [signedIn]);
  return (action) => {
    if (signedIn) return act(action, false);
    keepPendingAction(modelId, action);
    saveRoute(location.pathname, { kind: action, model: modelId });
    void navigate("/login");
  };
}

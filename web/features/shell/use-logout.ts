import { useNavigate } from "react-router";
import { endSession } from "#web/lib/session/sign-in.ts";

/** Signs out and goes to the front page. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => void endSession().then(() => navigate("/"));
}

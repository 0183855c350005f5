import { useEffect, useState } from "react";
import { useNavigate } from "react-router";

/** How a journey to X failed, as `?twitter=` says it. */
export const outcomes = ["loginFalse", "blocked", "tooMany", "otherAccount"] as const;
export type Outcome = (typeof outcomes)[number];

/** The outcome in the address of the page, which is taken out of it, and a setter for another one, or none any more. */
export function useOutcome(search: string): [Outcome | null, (outcome: Outcome | null) => void] {
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    const query = new URLSearchParams(search);
    const reported = query.get("twitter");
    if (reported === null) return;
    setOutcome((before) => outcomes.find((known) => known === reported) ?? before);
    query.delete("twitter");
    void navigate({ search: query.toString() }, { replace: true, preventScrollReset: true });
  }, [search, navigate]);
  return [outcome, setOutcome];
}

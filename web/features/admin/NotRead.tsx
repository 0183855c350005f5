import type { UseQueryResult } from "@tanstack/react-query";
import { FailedAnswer } from "#web/lib/api/failed-answer.ts";
import { m } from "#web/paraglide/messages.js";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { NothingHere } from "#web/ui/states/NothingHere.tsx";

type NotReadProps = {
  answer: Pick<UseQueryResult, "error" | "refetch">;
  /** The list that it would be in. */
  back: { to: string; text: string };
};

/** In the place of one thing that could not be read: it is not there, or it can be tried again. */
export function NotRead({ answer: { error, refetch }, back }: NotReadProps) {
  return error instanceof FailedAnswer && error.status === 404 ? (
    <NothingHere inMain title={m.error_not_found_status()} back={back} />
  ) : (
    <ErrorCard headingLevel="h1" error={error} onRetry={() => void refetch()} />
  );
}

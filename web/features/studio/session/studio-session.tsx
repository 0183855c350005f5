import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import type { Studio } from "#contract/studio.ts";
import { studioQuery } from "#web/entities/studio/studio-queries.ts";
import { LeaveDialog } from "../publish/LeaveDialog.tsx";
import { useLivePicture } from "../publish/use-live-picture.ts";
import { type Publisher, usePublisher } from "../publish/use-publisher.ts";
import { type Requests, useRequests } from "../shows/use-requests.ts";
import { type StudioShowsView, useStudioShows } from "../shows/use-studio-shows.ts";
import { type Onair, onairOf } from "../studio-state.ts";

/** The state that outlives a move between the studio's pages: the broadcast of this browser, the show, the requests. */
export type StudioSession = {
  /** Null until the room could be read. */
  studio: Studio | null;
  publisher: Publisher;
  onair: Onair;
  shows: StudioShowsView;
  queue: Requests;
};

const SessionContext = createContext<StudioSession | null>(null);

/**
 * Holds the camera, its way to the room and the requests above the studio's pages, so that a model who changes a price
 * stays on air and hears who asks for a show. Key it by the person.
 */
export function StudioSessionProvider({ children }: { children: ReactNode }) {
  const studio = useQuery(studioQuery).data ?? null;
  const publisher = usePublisher(studio);
  const onair = studio ? onairOf(studio, publisher.whipState.phase) : "off";
  useLivePicture(studio, publisher, onair);
  const shows = useStudioShows(studio?.model.login ?? null);
  const queue = useRequests();
  return (
    <SessionContext value={{ studio, publisher, onair, shows, queue }}>
      {children}
      <LeaveDialog publishing={publisher.isPublishing} stop={publisher.end} />
    </SessionContext>
  );
}

/** The session of the studio around this page. */
export function useStudioSession(): StudioSession {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("this part of the studio stands outside of its session");
  return session;
}

import type { ClientMessage, Position, Topic } from "#contract/realtime.ts";

type Interest = {
  count: number;
  /** The last event received; null until the server has sent the topic's position. */
  position: Position | null;
  /** Where a view wants to begin, until the server has agreed to it. */
  wanted: Position | null;
};

/** The topics that the page listens to, and how far each has been received; `send` asks the server for them. */
export function createInterests(send: (message: ClientMessage) => void) {
  const interests = new Map<Topic, Interest>();

  function askForAll(): void {
    const requests = [...interests].map(([topic, interest]) => joinRequest(topic, interest));
    if (requests.length > 0) send(["resume", requests]);
  }

  function remember(topic: Topic, epoch: string, sequence: number): void {
    const interest = interests.get(topic);
    if (!interest) return;
    interest.position = { epoch, sequence };
    // The answer to an earlier request, from before this request, has another number.
    if (interest.wanted?.epoch === epoch && interest.wanted.sequence === sequence) interest.wanted = null;
  }

  function clearWanted(topic: Topic): void {
    const interest = interests.get(topic);
    if (interest) interest.wanted = null;
  }

  function catchUp(topic: Topic, from: Position): void {
    const interest = interests.get(topic);
    if (!interest) return;
    const reached = interest.wanted ?? interest.position;
    if (reached?.epoch === from.epoch && reached.sequence <= from.sequence) return;
    interest.wanted = { ...from };
    send(["leave", topic]);
    send(["join", ...joinRequest(topic, interest)]);
  }

  function leave(topic: Topic, interest: Interest): void {
    interest.count -= 1;
    if (interest.count > 0) return;
    interests.delete(topic);
    send(["leave", topic]);
  }

  return {
    /** Asks for every topic, from where it was received last: the connection is new. */
    askForAll,
    /** Asks for one again, if somebody listens to it. */
    ask(topic: Topic): void {
      const interest = interests.get(topic);
      if (interest) send(["join", ...joinRequest(topic, interest)]);
    },
    has: (topic: Topic) => interests.has(topic),
    /** The last event received; changed in place by who receives the next. */
    positionOf: (topic: Topic) => interests.get(topic)?.position,
    remember,
    clearWanted,
    join(topic: Topic, from?: Position): () => void {
      const interest = interests.get(topic) ?? {
        count: 0,
        position: null,
        wanted: from ? { ...from } : null,
      };
      interests.set(topic, interest);
      interest.count += 1;
      if (interest.count === 1) send(["join", ...joinRequest(topic, interest)]);
      else if (from) catchUp(topic, from);
      return once(() => leave(topic, interest));
    },
    catchUp,
  };
}

function joinRequest(topic: Topic, interest: Interest): [Topic] | [Topic, string, number] {
  const position = interest.wanted ?? interest.position;
  return position ? [topic, position.epoch, position.sequence] : [topic];
}

function once(task: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) task();
    isDone = true;
  };
}

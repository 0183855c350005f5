/** Who is behind a socket: a signed-in person with the session that proves it, or a guest. */
export type Subject =
  | {
      userId: number;
      role: "fan" | "model" | "admin";
      /** The session's token id (`jti`); revoking it cuts the socket. */
      tokenId: string;
      /** When the session ends by itself, milliseconds since 1970; the socket ends with it. */
      expiresAtMs?: number;
    }
  | { userId: null };

/** Hears that somebody types in a chat. Whether they may write there is for it to know. */
export type Typing = (subject: Subject & { userId: number }, chatId: number) => Promise<void> | void;

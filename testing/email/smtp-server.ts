import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A reply to a command of SMTP: its code and text. `DATA`: the one to the whole mail. */
export type Reply = { to: "AUTH" | "MAIL FROM" | "RCPT TO" | "DATA"; code: number; text: string };

/** The server's answer to the next mails: it takes them, keeps them without ever answering, or refuses one command. */
export type Mood = "takes" | "keeps silently" | Reply;

/** A real SMTP server on a free port of this machine that keeps what it takes. */
export type TestSmtpServer = AsyncDisposable & {
  url: string;
  mails: Email[];
  /** Mails that were offered, taken or not. */
  offered: number;
  mood: Mood;
};

/** Starts a server; with `login`, only for that user and password. */
export async function testSmtpServer(login?: { user: string; password: string }): Promise<TestSmtpServer> {
  const state: Pick<TestSmtpServer, "mails" | "offered" | "mood"> = { mails: [], offered: 0, mood: "takes" };
  const refusalOf = (command: Reply["to"]) => {
    const { mood } = state;
    if (typeof mood === "string" || mood.to !== command) return null;
    return Object.assign(new Error(mood.text), { responseCode: mood.code });
  };
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    // Replies are those of the mood, letter by letter.
    hideENHANCEDSTATUSCODES: true,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth(auth, _session, done) {
      const right = auth.username === login?.user && auth.password === login?.password;
      const refusal = refusalOf("AUTH");
      if (refusal) done(refusal);
      else if (right) done(null, { user: login?.user });
      else done(new Error("wrong password"));
    },
    onMailFrom: (_address, _session, done) => done(refusalOf("MAIL FROM")),
    onRcptTo(_address, _session, done) {
      state.offered += 1;
      done(refusalOf("RCPT TO"));
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const refusal = refusalOf("DATA");
        if (refusal) return done(refusal);
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          state.mails.push(mail);
          if (state.mood === "takes") done();
        });
      });
    },
  });
  // Some tests kill who is connected here: nobody needs to know that their connection was reset.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const user = login ? `${login.user}:${login.password}@` : "";
  return Object.assign(state, {
    url: `smtp://${user}127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

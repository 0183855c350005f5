import nodeDataChannel, { type PeerConnection, type Track } from "node-datachannel";
import type { LocalTransport } from "#engine/sdp/answer.ts";
import type { Offer, TransportDescription } from "#engine/sdp/offer.ts";
import type { TcpPaths } from "#engine/tcp/tcp-paths.ts";

/** Where the engine listens and which address it gives clients. */
export type Network = {
  udpPort: number;
  /** Address of the one interface to listen on; all of them when absent. */
  bindAddress?: string;
  /** Public addresses of a machine behind NAT, the first to be tried first; they stand in the answers in place of its own. */
  announcedAddresses?: readonly string[];
  /** The ways over TCP, by the same port number; absent: there are none. */
  tcpPaths?: TcpPaths;
};

export type TransportEvents = {
  onOpen: () => void;
  /** Each RTP and RTCP packet, decrypted. */
  onPacket: (packet: Buffer) => void;
  /** The connection failed or the peer closed it. Not called after {@link Transport.close}. */
  onGone: () => void;
};

const gatheringMs = 5000;

/**
 * ICE and DTLS-SRTP to one client. The library is given a synthetic offer with a single media section: so every packet
 * of the client reaches one raw track, and the real answer is written by us.
 */
export class Transport {
  /** True while packets can be sent. Read on the hot path, so a field. */
  isOpen = false;
  readonly #connection: PeerConnection;
  readonly #events: TransportEvents;
  #track: Track | null = null;
  /** Gives the wait for local candidates up. */
  #gathering: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #tcpPaths: TcpPaths | undefined;
  #ufrag: string | null = null;

  private constructor(network: Network, events: TransportEvents) {
    this.#events = events;
    this.#tcpPaths = network.tcpPaths;
    this.#connection = new nodeDataChannel.PeerConnection("client", {
      iceServers: [],
      ...(network.bindAddress ? { bindAddress: network.bindAddress } : {}),
      enableIceUdpMux: true,
      portRangeBegin: network.udpPort,
      portRangeEnd: network.udpPort,
    });
    this.#connection.onStateChange((state) => this.#onState(state));
    this.#connection.onTrack((track) => this.#onTrack(track));
  }

  /** Opens the local end for the client of `offer`. Throws when the library refuses the description. */
  static async open(
    network: Network,
    offer: Offer,
    events: TransportEvents,
  ): Promise<{ transport: Transport; local: LocalTransport }> {
    const transport = new Transport(network, events);
    // As RFC 8842, section 5.3, recommends: the client's ICE is up before ours, so it is ready for our first message, while
    // its own would reach us before the library listens, and be lost until it is repeated a second later.
    const setup = offer.setup === "active" ? "passive" : "active";
    try {
      const gathered = transport.#gather();
      transport.#connection.setRemoteDescription(syntheticOffer(offer.transport, setup), "offer");
      await gathered;
      const local = transport.#describe(network, setup);
      transport.#openTcp(local.ufrag);
      return { transport, local };
    } catch (error) {
      transport.close();
      throw error;
    }
  }

  /** Sends one packet now: the bytes are copied out before this returns, so the caller may change them at once. */
  send(packet: Buffer): boolean {
    if (!this.isOpen || !this.#track) return false;
    try {
      return this.#track.sendMessageBinary(packet);
    } catch {
      // The track closed on its own thread a moment ago; its state change is on the way.
      return false;
    }
  }

  /** Ends the connection; nothing is sent or reported from here on. */
  close(): void {
    this.isOpen = false;
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#ufrag !== null) this.#tcpPaths?.close(this.#ufrag);
    // Where the description was refused nobody waits for the candidates: their absence would end the process.
    clearTimeout(this.#gathering);
    // In this order: a track closed after its connection keeps the whole session in memory.
    this.#track?.close();
    this.#connection.close();
  }

  #openTcp(ufrag: string): void {
    this.#ufrag = ufrag;
    this.#tcpPaths?.open(ufrag);
  }

  #gather(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#gathering = setTimeout(() => reject(new Error("no local candidates")), gatheringMs);
      this.#connection.onGatheringStateChange((state) => {
        if (state !== "complete") return;
        clearTimeout(this.#gathering);
        resolve();
      });
    });
  }

  #describe(network: Network, setup: LocalTransport["setup"]): LocalTransport {
    const sdp = this.#connection.localDescription()?.sdp ?? "";
    const value = (attribute: string) =>
      sdp.match(new RegExp(`^a=${attribute}:(.*?)\\r?$`, "m"))?.[1]?.trim() ?? "";
    const gathered = [...sdp.matchAll(/^a=candidate:\S+ \d+ UDP \d+ (\S+) \d+ typ host/gim)].map(
      (m) => m[1] ?? "",
    );
    return {
      ufrag: value("ice-ufrag"),
      password: value("ice-pwd"),
      fingerprint: value("fingerprint"),
      setup,
      candidates: localCandidates(network, gathered),
    };
  }

  #onTrack(track: Track): void {
    this.#track = track;
    track.onOpen(() => {
      if (this.#isClosed) return;
      this.isOpen = true;
      this.#events.onOpen();
    });
    track.onMessage((packet) => {
      if (!this.#isClosed) this.#events.onPacket(packet);
    });
    track.onError(() => {});
    track.onClosed(() => {
      this.isOpen = false;
    });
  }

  #onState(state: string): void {
    if (state !== "closed" && state !== "failed" && state !== "disconnected") return;
    this.isOpen = false;
    if (!this.#isClosed) this.#events.onGone();
  }
}

/**
 * Takes the UDP port until the returned function is called. Throws when somebody else has it. The caller keeps
 * that function: once it is garbage, so is the listener, which the library's network thread still calls.
 */
export function reserveUdpPort(network: Network): () => void {
  const listener = new nodeDataChannel.IceUdpMuxListener(network.udpPort, network.bindAddress);
  return () => listener.stop();
}

/** Keeps the library's own log lines (one per odd packet) out of ours, but for fatal ones. */
export function quietLibrary(onFatal: (message: string) => void): void {
  nodeDataChannel.initLogger("Fatal", (_level, message) => onFatal(message));
}

/** A client on the same machine may have nothing but loopback, which the library never gathers on its own. */
function localCandidates(network: Network, gathered: string[]): LocalTransport["candidates"] {
  const own = network.announcedAddresses?.length ? network.announcedAddresses : gathered;
  const listensEverywhere = !network.bindAddress || ["0.0.0.0", "::"].includes(network.bindAddress);
  const addresses = listensEverywhere ? [...own, "127.0.0.1"] : own;
  const unique = [...new Set(addresses)];
  const at = (address: string) => ({ address, port: network.udpPort });
  const overUdp = unique.map((address, index) => ({
    ...at(address),
    transport: "UDP" as const,
    // Host type, then local preference falling with the order (RFC 8445, section 5.1.2.1).
    priority: priorityOf({ type: 126, local: 65_535 - index }),
  }));
  if (!network.tcpPaths) return overUdp;
  const overTcp = unique.map((address, index) => ({
    ...at(address),
    transport: "TCP" as const,
    // Below every way over UDP; of a passive end of host type the direction counts 4 (RFC 6544, section 4.2).
    priority: priorityOf({ type: 90, local: 4 * 2 ** 13 + 8_191 - index }),
  }));
  return [...overUdp, ...overTcp];
}

const priorityOf = ({ type, local }: { type: number; local: number }) =>
  type * 2 ** 24 + local * 2 ** 8 + 255;

/** The library takes the role opposite to the one offered: `active` here makes the answer passive. */
function syntheticOffer(client: TransportDescription, answerSetup: LocalTransport["setup"]): string {
  return [
    "v=0",
    "o=- 1 1 IN IP4 0.0.0.0",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    `a=fingerprint:${client.fingerprint}`,
    `a=ice-ufrag:${client.ufrag}`,
    `a=ice-pwd:${client.password}`,
    `a=setup:${answerSetup === "passive" ? "active" : "passive"}`,
    "m=video 9 UDP/TLS/RTP/SAVPF 96",
    "c=IN IP4 0.0.0.0",
    "a=mid:0",
    "a=sendrecv",
    "a=rtcp-mux",
    "a=rtpmap:96 VP8/90000",
    "",
  ].join("\r\n");
}

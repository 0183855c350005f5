import { rtcpTypes } from "#engine/rtp/rtcp-read.ts";
import { buildFeedback } from "#engine/rtp/rtcp-write.ts";
import { unwrapSequence } from "#engine/rtp/sequence.ts";

/** Deltas count in 250 µs, the reference time in 64 ms. */
const ticksPerMs = 4;
const ticksPerReference = 256;
const windowPackets = 2048;
const packetsPerFeedback = 400;
const transportFeedbackFormat = 15;

/**
 * Reports to a publisher when each of its packets arrived, so that its bandwidth estimate can rise
 * (draft-holmer-rmcat-transport-wide-cc-extensions-01).
 */
export class TransportFeedback {
  /** Arrival in ticks by transport sequence number modulo the window; NaN = not arrived. */
  readonly #arrivals = new Float64Array(windowPackets).fill(Number.NaN);
  #next = -1;
  #newest = -1;
  #feedbackCount = 0;

  /** Notes the arrival of the packet with this 16-bit transport-wide sequence number. */
  arrived(sequence: number, nowMs: number): void {
    const full = this.#newest < 0 ? sequence + 0x10000 : unwrapSequence(sequence, this.#newest);
    if (this.#newest < 0) this.#next = full;
    if (full < this.#next) return;
    this.#makeRoom(full);
    this.#newest = Math.max(this.#newest, full);
    this.#arrivals[full % windowPackets] = Math.round(nowMs * ticksPerMs);
  }

  /** Builds the next feedback packet about the source `ssrc`; null when there is nothing new to report. */
  build(ssrc: number): Buffer | null {
    const firstArrival = this.#firstArrival();
    if (firstArrival === null) return null;
    const base = this.#next;
    const referenceTime = Math.floor(firstArrival / ticksPerReference);
    const { symbols, deltas } = this.#collect(base, referenceTime * ticksPerReference);
    const head = Buffer.alloc(8);
    head.writeUInt16BE(base & 0xffff, 0);
    head.writeUInt16BE(symbols.length, 2);
    head.writeUIntBE(referenceTime & 0xffffff, 4, 3);
    head.writeUInt8(this.#feedbackCount++ & 0xff, 7);
    const body = Buffer.concat([head, statusChunks(symbols), ...deltas]);
    const padding = Buffer.alloc((4 - (body.length % 4)) % 4);
    return buildFeedback(
      rtcpTypes.transportFeedback,
      transportFeedbackFormat,
      ssrc,
      Buffer.concat([body, padding]),
    );
  }

  #arrivalOf(full: number): number {
    return this.#arrivals[full % windowPackets] ?? Number.NaN;
  }

  /** A jump past the window forgets what was not reported yet. */
  #makeRoom(full: number): void {
    if (full - this.#next < windowPackets) return;
    this.#arrivals.fill(Number.NaN);
    this.#next = full;
    this.#newest = full;
  }

  /** Losses before it are reported too, but the reference time can only come from a packet that arrived. */
  #firstArrival(): number | null {
    const end = Math.min(this.#newest + 1, this.#next + packetsPerFeedback);
    for (let full = this.#next; full < end; full++) {
      const arrival = this.#arrivalOf(full);
      if (!Number.isNaN(arrival)) return arrival;
    }
    this.#next = end > this.#next ? end : this.#next;
    return null;
  }

  /** Takes packets from `base` on out of the window: 0 = lost, 1 = one-byte delta, 2 = two-byte delta. */
  #collect(base: number, startTicks: number): { symbols: number[]; deltas: Buffer[] } {
    const symbols: number[] = [];
    const deltas: Buffer[] = [];
    let previous = startTicks;
    const end = Math.min(this.#newest + 1, base + packetsPerFeedback);
    for (; this.#next < end; this.#next++) {
      const arrival = this.#arrivalOf(this.#next);
      const delta = arrival - previous;
      if (Math.abs(delta) > 0x7fff) break;
      this.#arrivals[this.#next % windowPackets] = Number.NaN;
      symbols.push(Number.isNaN(arrival) ? 0 : delta >= 0 && delta <= 0xff ? 1 : 2);
      if (Number.isNaN(arrival)) continue;
      deltas.push(encodeDelta(delta));
      previous = arrival;
    }
    return { symbols, deltas };
  }
}

function encodeDelta(delta: number): Buffer {
  const isSmall = delta >= 0 && delta <= 0xff;
  const bytes = Buffer.alloc(isSmall ? 1 : 2);
  if (isSmall) bytes.writeUInt8(delta);
  else bytes.writeInt16BE(delta);
  return bytes;
}

/** Packs symbols into status vector chunks of seven two-bit symbols each. */
function statusChunks(symbols: number[]): Buffer {
  const chunks = Buffer.alloc(Math.ceil(symbols.length / 7) * 2);
  for (let chunk = 0; chunk * 7 < symbols.length; chunk++) {
    let word = 0xc000;
    for (let index = 0; index < 7; index++) word |= (symbols[chunk * 7 + index] ?? 0) << (12 - 2 * index);
    chunks.writeUInt16BE(word, chunk * 2);
  }
  return chunks;
}

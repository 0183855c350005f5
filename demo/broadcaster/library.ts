import { existsSync, readFileSync } from "node:fs";
import { art } from "../art.ts";
import type { BroadcastFormat, ClipName } from "../clips.ts";
import { readIvf } from "../ivf.ts";
import { demoModel } from "../models.ts";
import { moodOf, unpackPackets } from "../sound.ts";
import { readMp4 } from "./mp4.ts";
import { nalType, packetize } from "./rtp/h264-payload.ts";
import { isVp8Keyframe, packetizeVp8 } from "./rtp/vp8-payload.ts";
import type { VideoCodec } from "./sdp.ts";

/** The drawn clips and sounds, read when they are first needed. */
export type Library = {
  has(login: string, clip: ClipName): boolean;
  /** The codec of a model's broadcast. */
  codec(login: string): VideoCodec;
  /** Whether what a model needs to go on air is there. */
  canAir(login: string): boolean;
  /** Throws when the clip is not there. */
  clip(login: string, clip: ClipName): Clip;
  /** Opus packets of 20 ms that repeat. */
  sound(login: string): readonly Buffer[];
  /** Forgets a model's clips. */
  forget(login: string): void;
};

/** Reaction clips kept in memory; the one used longest ago goes first. */
const reactionsKept = 12;

/** Opens the library. Files are small and read at once. */
export function openLibrary(): Library {
  const idle = new Map<string, Clip>();
  const reactions = new Map<string, Clip>();
  const sounds = new Map<string, readonly Buffer[]>();
  const formatOf = (login: string): BroadcastFormat => demoModel(login)?.broadcast ?? "h264";
  const fileOf = (login: string, clip: ClipName) => art.broadcastClip(login, clip, formatOf(login));
  const read = (login: string, clip: ClipName): Clip => {
    const file = readFileSync(fileOf(login, clip));
    return formatOf(login) === "h264" ? readClip(file) : readVp8Clip(file);
  };
  const reaction = (login: string, clip: ClipName): Clip => {
    const name = `${login} ${clip}`;
    const found = reactions.get(name) ?? read(login, clip);
    reactions.delete(name);
    reactions.set(name, found);
    for (const oldest of reactions.keys()) {
      if (reactions.size <= reactionsKept) break;
      reactions.delete(oldest);
    }
    return found;
  };
  const has = (login: string, clip: ClipName) => existsSync(fileOf(login, clip));
  return {
    has,
    codec: (login) => (formatOf(login) === "h264" ? "H264" : "VP8"),
    canAir(login) {
      return demoModel(login) !== undefined && has(login, "idle");
    },
    clip(login, clip) {
      if (clip !== "idle") return reaction(login, clip);
      const loop = idle.get(login) ?? read(login, clip);
      idle.set(login, loop);
      return loop;
    },
    sound(login) {
      const member = demoModel(login);
      if (!member) throw new Error(`${login} is no demo model`);
      const mood = moodOf[member.scene];
      const packets = sounds.get(mood) ?? unpackPackets(readFileSync(art.sound(mood)));
      sounds.set(mood, packets);
      return packets;
    },
    forget(login) {
      idle.delete(login);
    },
  };
}

/** A clip ready to be sent: for each picture its RTP payloads. */
type Clip = { pictures: readonly Picture[] };
type Picture = { payloads: readonly Buffer[]; keyframe: boolean };

const sequenceParameters = 7;
const keyframeSlice = 5;
const sliceMax = 5;
/** constraint_set 0, 1 and 2: with baseline they mean "constrained baseline", which WebRTC negotiates as 42e0xx. */
const constrainedProfile = 0xe0;

/** The encoder writes constrained baseline but does not declare it; browsers check these bits. */
function declareConstrained(set: Buffer): Buffer {
  if (nalType(set) !== sequenceParameters) return set;
  const declared = Buffer.from(set);
  declared[2] = constrainedProfile;
  return declared;
}

/** Reads an IVF clip. */
export function readVp8Clip(file: Buffer): Clip {
  const { pictures } = readIvf(file);
  return {
    pictures: pictures.map((frame) => ({
      keyframe: isVp8Keyframe(frame),
      payloads: packetizeVp8(frame),
    })),
  };
}

/** Reads an MP4 clip. Parameter sets go before every keyframe, so that a viewer can begin at any of them. */
export function readClip(file: Buffer): Clip {
  const { parameterSets, pictures } = readMp4(file);
  const sets = parameterSets.map(declareConstrained);
  return {
    pictures: pictures.map((nals) => {
      const slices = nals.filter((nal) => nalType(nal) >= 1 && nalType(nal) <= sliceMax);
      const keyframe = slices.some((nal) => nalType(nal) === keyframeSlice);
      return { keyframe, payloads: packetize(keyframe ? [...sets, ...slices] : slices) };
    }),
  };
}

import { z } from "zod";
import { readTexts } from "../texts.ts";

const says = z.strictObject({ by: z.enum(["fan", "model"]), says: z.string() });
const shows = z.strictObject({
  by: z.literal("model"),
  shows: z.enum(["portrait", "tall"]),
  /** Tokens; the picture is for sale. */
  price: z.int().positive().optional(),
  about: z.string().optional(),
});
const dialogue = z.strictObject({
  model: z.string(),
  hoursAgo: z.number().positive(),
  /** How many of the model's last lines the fan has not read. */
  unread: z.int().positive().optional(),
  /** The fan has bought the offered media. */
  bought: z.literal(true).optional(),
  lines: z.array(z.union([says, shows])).readonly(),
});

/** One line of a chat of the demo world: who writes it and what, or what picture the model sends. */
export type Line = z.output<typeof says> | z.output<typeof shows>;
/** A chat of a fan of the demo world with a model, and when it ended. */
export type Dialogue = z.output<typeof dialogue>;

const dialoguesOf = (fan: string) => readTexts(`chats/${fan}.json`, z.array(dialogue));

/** The people whose chats the demo world has. */
export const demoChats: Readonly<Record<string, readonly Dialogue[]>> = {
  nico: dialoguesOf("nico"),
  sofia: dialoguesOf("sofia"),
  guestfan: dialoguesOf("guestfan"),
};

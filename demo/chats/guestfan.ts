import { type Dialogue, forSale, her, me } from "./dialogue.ts";

/** What guestfan writes with, who has no tokens yet. */
export const guestfansChats: readonly Dialogue[] = [
  {
    model: "luna",
    hoursAgo: 3,
    unread: 2,
    lines: [
      me("Hello! I just found this place."),
      her(
        "Welcome. The house rule is simple: you may request anything that has been sad for at least ten years.",
      ),
      forSale(15, "Tonight's set list, with the songs I will pretend to forget"),
    ],
  },
  {
    model: "mila",
    hoursAgo: 15,
    lines: [me("What is the plant behind you?"), her("A monstera. She is older than my lease.")],
  },
  {
    model: "katya",
    hoursAgo: 33,
    lines: [
      me("I only know how the horse moves."),
      her("Everybody who is good began with the horse. Come on Saturday, we do openings."),
    ],
  },
  {
    model: "ravi",
    hoursAgo: 49,
    lines: [me("Is that a real telescope?"), her("Real, second-hand, and very opinionated about dew.")],
  },
  {
    model: "fiona",
    hoursAgo: 66,
    lines: [
      me("One book to start with?"),
      her("The Summer Book by Tove Jansson. Short, windy, and nobody raises their voice."),
      me("Ordered it."),
    ],
  },
  {
    model: "mei",
    hoursAgo: 88,
    lines: [me("How long does one ink piece take?"), her("Forty minutes to think, four to do.")],
  },
  {
    model: "jules",
    hoursAgo: 104,
    lines: [
      me("Which microphone is that?"),
      her("An old ribbon. It likes whispers and hates fans, the electric kind."),
    ],
  },
  {
    model: "greta",
    hoursAgo: 128,
    lines: [
      me("Can I join the stretching with bad knees?"),
      her("Yes. Chair version, minute twelve. Knees are guests, not workers."),
    ],
  },
  {
    model: "alexia",
    hoursAgo: 150,
    lines: [me("That last drop was loud."), her("That was the neighbour's opinion too.")],
  },
  {
    model: "aikoandren",
    hoursAgo: 210,
    lines: [me("Who picks the films?"), her("Ren picks, Aiko falls asleep, and then we discuss.")],
  },
];

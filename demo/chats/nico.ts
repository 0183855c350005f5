import { type Dialogue, forSale, her, me, picture } from "./dialogue.ts";

/** What nico writes with, in English. */
export const nicosChats: readonly Dialogue[] = [
  {
    model: "luna",
    hoursAgo: 1,
    unread: 2,
    lines: [
      me("Hi Luna. First message from me, I usually just listen."),
      her("Listeners are my favourite people. Where are you writing from?"),
      me("Chicago. It has been raining since Tuesday."),
      her("Then you need something in a minor key. Do you know Lágrimas Negras?"),
      me("Only the chorus. My grandmother used to hum it."),
      her("I will sing all of it tonight, and the second verse is for her."),
      me("I heard it. I had to put the dishes down."),
      her("That is the best review I ever got."),
      me("Which guitar was that? It sounded older."),
      her("My uncle's. One of the pegs is held by a piece of matchbox."),
      picture(),
      me("The matchbox guitar! Thank you."),
      her("She says hello. She is out of tune, but she says hello."),
      me("Do you ever teach? I bought a guitar in March and know two chords."),
      her("Which two?"),
      me("G and a very hopeful C."),
      her("With G and hope you can play half of Latin America. Next is D."),
      me("D hurts."),
      her("D hurts everybody for nine days. On the tenth it is a friend."),
      me("Day ten. You were right."),
      her("I am always right about D. Shall I send you the bolero I wrote this week?"),
      forSale(40, "The handwritten page of a bolero nobody has heard yet"),
      her("It is called Matchbox. You will guess why."),
    ],
  },
  {
    model: "aria",
    hoursAgo: 5,
    unread: 1,
    lines: [
      me("What was the synth in the second set? The one like a choir under water."),
      her("A tape choir I sampled from a broken answering machine."),
      me("You are joking."),
      her("I never joke about answering machines. It says 'please leave a message' four octaves down."),
    ],
  },
  {
    model: "mateo",
    hoursAgo: 9,
    lines: [
      me("Knight to f5 in yesterday's game: brave or confused?"),
      her("Confused for two moves, brave in the notes afterwards."),
      me("I replayed it. Rook e8 first and it wins."),
      her("You just did my homework. Play me on Sunday?"),
      me("Sunday. I take black and no mercy."),
    ],
  },
  {
    model: "vera",
    hoursAgo: 20,
    bought: true,
    lines: [
      me("Is the comet visible from a city at all?"),
      her("Look west forty minutes after sunset, one hand above the horizon. A balcony is enough."),
      me("Found it! Tiny, but it is there."),
      her("Now you have seen ice older than the Earth. I drew the sky of that evening."),
      forSale(25, "The sky over the observatory, drawn that evening"),
      me("It hangs over my desk now."),
    ],
  },
  {
    model: "ines",
    hoursAgo: 26,
    lines: [
      me("Tried the arepas. Mine were bricks."),
      her("Warm water, not hot, and let the dough rest ten minutes. Everybody skips the resting."),
      me("I skipped the resting."),
      her("I know. The bricks told me."),
    ],
  },
  {
    model: "yuki",
    hoursAgo: 31,
    lines: [
      me("You beat the lighthouse boss without the shield?"),
      her("The shield makes me lazy. Dodge on the third bell."),
      me("Third bell. Twelve tries later: done."),
      her("Twelve! It took me thirty, please tell nobody."),
    ],
  },
  {
    model: "noor",
    hoursAgo: 50,
    lines: [
      her("You asked for a short novel for a long flight: Pedro Páramo. Read it twice, once each way."),
      me("I did exactly that. On the way back I finally knew who was dead."),
      her("Almost everybody. It suits airports."),
    ],
  },
  {
    model: "sol",
    hoursAgo: 54,
    lines: [
      me("My basil is sulking."),
      her(
        "Pinch the top leaves and move it away from the radiator. Basil is vain, it wants to be admired near a window.",
      ),
      me("Moved it. It already looks smug."),
      picture("tall"),
      her("For comparison: mine, unbearable since Monday."),
    ],
  },
  {
    model: "emilia",
    hoursAgo: 73,
    lines: [
      me("How do you keep the blue so clean?"),
      her("Two jars of water. One for sins, one for the last rinse."),
      me("I have been painting with sins only."),
      her("Most people do. It gives everything a certain mood."),
    ],
  },
  {
    model: "kai",
    hoursAgo: 80,
    lines: [
      me("Day four of your plan. Stairs are my enemy."),
      her("Good, that means the legs read the memo. Rest today, walk tomorrow."),
      me("Resting is a plan I can follow."),
    ],
  },
  {
    model: "priya",
    hoursAgo: 99,
    lines: [
      me("How do I say 'I am still learning' in Hindi without sounding like a manual?"),
      her("Main abhi seekh raha hoon. Say it with a shrug and it is perfect."),
      me("Main abhi seekh raha hoon. (shrug)"),
      her("I felt the shrug from here."),
    ],
  },
  {
    model: "clara",
    hoursAgo: 121,
    lines: [
      me("Was that Satie at the end?"),
      her("Satie, slower than he would have liked. I was enjoying the lamp."),
    ],
  },
  {
    model: "freya",
    hoursAgo: 145,
    lines: [
      me("Why do you always trade queens with me watching?"),
      her("Because you sigh in the chat every time, and I collect sighs."),
      me("Sigh."),
    ],
  },
  {
    model: "tomas",
    hoursAgo: 170,
    lines: [
      me("Your voice on the Borges story: can I find the recording?"),
      her("It was only for that night, but I will read another one on Thursday. Bring tea."),
    ],
  },
  {
    model: "ivyandsam",
    hoursAgo: 190,
    lines: [me("Who won the argument about the sofa?"), her("Sam says Ivy. Ivy says the sofa.")],
  },
  {
    model: "leila",
    hoursAgo: 220,
    lines: [
      me("Harissa: one spoon or two?"),
      her("One for guests, two for friends. I would give you two."),
      me("Honoured and slightly afraid."),
    ],
  },
];

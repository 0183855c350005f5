import type { TopicLines } from "./lines.ts";

/** What people ask and say about what they see, in English; answers are the model's. */
export const topicsEn: TopicLines = {
  guitar: {
    exchanges: [
      ["is that a new capo?", "Old capo, new rubber. It finally stopped slipping"],
      ["could you play Sabor a mí?", "Next one. Let me just drop into the right key"],
      ["how long until my fingers stop hurting?", "Three weeks. Then they only hurt when you play well"],
      ["what tuning is that?", "Standard, half a step down. It is kinder to my voice in the evening"],
      ["nylon or steel tonight?", "Nylon. Steel is for when I am angry"],
    ],
    remarks: [
      "the harmonics at the end gave me chills",
      "the sound is so clear tonight",
      "that last song, wow",
      "I have my guitar on my lap and I am just staring at yours",
      "you can hear the room in it, love that",
    ],
    model: ["Two minutes of tuning, one minute of talking", "This one I learned from a bus driver"],
  },
  piano: {
    exchanges: [
      ["what is this piece called?", "It has no name yet. Suggestions go on the list"],
      ["do you ever play with the lid open?", "Only when the neighbours are on holiday"],
      ["is it hard on the left hand?", "The left hand does all the work and gets none of the flowers"],
      ["could you do something from a film?", "Yes, but you have to guess which one"],
    ],
    remarks: [
      "those low notes went straight through my desk",
      "I put you on the big speakers, no regrets",
      "softly like that, please, forever",
      "my cat sat up for that chord",
    ],
    model: ["I will repeat that bar until it forgives me", "Slower this time, listen to the middle voice"],
  },
  radio: {
    exchanges: [
      ["will you read mine tonight?", "If it is under a page, yes. If it is over a page, twice"],
      ["what microphone is that?", "A second-hand one with a better past than mine"],
      [
        "who sent the letter about the lighthouse?",
        "Someone who signs with a drawing of a fish. I never ask",
      ],
      ["can you do the creaky door again?", "The door is tired, but for you"],
    ],
    remarks: [
      "this voice at this hour should need a prescription",
      "I am driving home slowly so it does not end",
      "the rain sound is real, right? right?",
      "we listen to this at the bakery, 4 am crew says hi",
    ],
    model: [
      "Next letter, and get comfortable, it has a dog in it",
      "I leave a pause here so you can put the kettle on",
    ],
  },
  synth: {
    exchanges: [
      ["what is that bass sound?", "Two saws arguing with each other, and me in the middle"],
      ["bpm?", "122, going up when you behave"],
      ["can you drop the kick for a bar?", "Done. Feel how much you miss it?"],
      ["is this improvised?", "Everything but the first four notes"],
    ],
    remarks: [
      "ok my chair is dancing",
      "that filter sweep, twice please",
      "neighbours just knocked, I invited them in",
      "my night shift just got shorter",
    ],
    model: ["Clap near your phones, I am sampling", "Hold on to something, here comes the drop"],
  },
  game: {
    exchanges: [
      ["are we doing the left path or the right path?", "Left. The right path ate me yesterday"],
      ["no armour run??", "No armour, no plan, no regrets"],
      ["how many hours in this save?", "I stopped counting when the number got rude"],
      ["is that the secret door?", "It is a wall. I know because I hit it six times"],
    ],
    remarks: [
      "behind you BEHIND YOU",
      "that dodge was illegal",
      "chat picked badly and I stand by it",
      "one more try, one more try",
    ],
    model: ["That was lag. Emotional lag", "Vote now: bridge or boat"],
  },
  chess: {
    exchanges: [
      ["why not take the pawn?", "Because it wants to be taken. Look at the bishop"],
      ["is that still theory?", "We left theory two moves ago, wave goodbye"],
      ["can I play you next?", "You are third in line, bring snacks"],
      ["what rating are you?", "High enough to be worried about your knight"],
    ],
    remarks: [
      "oh no, the fork",
      "I would have resigned and moved abroad",
      "e4 gang where are you",
      "that endgame lesson fixed my week",
    ],
    model: ["I have four moves and I dislike all of them", "Somebody vote before my clock does"],
  },
  kitchen: {
    exchanges: [
      ["how much garlic?", "Until your ancestors say enough"],
      ["can I use tinned tomatoes?", "In winter, yes. In summer I will find out"],
      ["does it work without butter?", "It works. It just does not sing"],
      ["lid on or off?", "Off, we want it to sulk a little"],
      ["what can I swap for coriander?", "Parsley and a bit of lime, and an apology"],
    ],
    remarks: [
      "I can smell this through the screen",
      "writing this down on my arm",
      "made yesterday's one, my flatmate proposed",
      "the sound of that knife is very calming",
    ],
    model: ["Now we wait. Waiting is an ingredient", "Taste, then salt, then taste. In that order, please"],
  },
  stars: {
    exchanges: [
      ["what is the bright one on the left?", "Jupiter. It always shows off at this hour"],
      ["can I see the rings with binoculars?", "Not the rings, but the moons of Jupiter, yes. Try tonight"],
      ["how old is that light?", "Older than every book in my building"],
      ["is it cold up there?", "Two jumpers and a hat. Worth it"],
    ],
    remarks: [
      "I went to my balcony and found it!",
      "clouds here, watching through you",
      "my daughter wants to know if stars sleep",
      "feeling very small, in a good way",
    ],
    model: ["Hold still, atmosphere. Thank you", "Everybody look up for ten seconds, I will wait"],
  },
  books: {
    exchanges: [
      ["which book is that?", "A green one with no cover and a very good second chapter"],
      ["do you read the ending first?", "Never. I am not a criminal"],
      ["something short for a train ride?", "Chekhov. You will miss your stop"],
      ["can you read that sentence again?", "Gladly, it is the reason I opened the book"],
    ],
    remarks: [
      "I bought it because of you, third one this month",
      "the voice for the old lady is perfect",
      "reading along with my own copy, you skipped a comma",
      "this room is my chapter before bed",
    ],
    model: [
      "One more page and then, honestly, one more",
      "Listen to this line, it has been waiting since 1904",
    ],
  },
  plants: {
    exchanges: [
      ["why are the tips brown?", "Dry air. Give it a bath and a compliment"],
      ["how often do you water that one?", "When it looks at me like this"],
      ["is it too late to repot?", "It is never too late, only messier"],
      ["what is the plant behind you?", "A calathea. She closes at night like a shop"],
    ],
    remarks: [
      "my basil lives thanks to this room",
      "sunlight in there is unreal",
      "brb apologising to my fern",
      "that leaf is bigger than my dog",
    ],
    model: ["Say hello to the new leaf, it opened during breakfast", "Gently, roots remember"],
  },
  paint: {
    exchanges: [
      ["what colour is the shadow?", "Never grey. Look, it is violet and a bit of regret"],
      ["can you do my street?", "Tell me one smell and one colour from it"],
      ["is that a dry brush?", "Nearly dry, like my sense of humour"],
      ["how do you know when to stop?", "When I want to add one more thing, I stop"],
    ],
    remarks: [
      "that sky took four strokes, I counted",
      "I am painting along and mine is a potato",
      "please sell prints",
      "the little window with the light on!",
    ],
    model: ["I will ruin it now and then save it, watch", "Happy accident number three"],
  },
  gym: {
    exchanges: [
      ["my knee clicks, is that bad?", "Clicks are fine, pain is not. Go smaller"],
      ["how many of these?", "Eight. Seven if you smile"],
      ["can I do this in socks?", "Best shoes there are"],
      ["morning or evening?", "Whenever you will really do it"],
    ],
    remarks: [
      "doing this next to my desk, boss is confused",
      "day 12, I can touch my toes!",
      "my shoulders say thank you",
      "plank counter: nine seconds, proud",
    ],
    model: ["Breathe out on the hard part", "Drop your shoulders. Lower. There you are"],
  },
  languages: {
    exchanges: [
      ["how do you say that in Portuguese?", "Saudade, and then you look out of a window"],
      ["is my accent terrible?", "Your accent is a postcard, keep it"],
      ["what is today's word?", "One for the crumbs on a table after good company"],
      ["formal or informal with the baker?", "Formal until the first free croissant"],
    ],
    remarks: [
      "used yesterday's word at work, nobody knew, felt great",
      "my tongue is doing gymnastics",
      "grandma understood me today",
      "this beats my textbook",
    ],
    model: ["Wrong, and beautifully so. Again", "All together now, do not be shy with the r"],
  },
  sofa: {
    exchanges: [
      ["who usually wins?", "Whoever writes the score, so not Sam"],
      ["how did you two meet?", "In a queue. We were both wrong about what it was for"],
      ["do you ever agree?", "On soup. Only on soup"],
      ["can we get an easy question?", "This was the easy question"],
    ],
    remarks: [
      "the look they just gave each other",
      "team left cushion",
      "it is Ecuador, I am sure, it is Ecuador",
      "my wife and I are playing along, it is getting tense",
    ],
    model: ["We heard that, and one of us agrees", "Scores stay, feelings go"],
  },
};

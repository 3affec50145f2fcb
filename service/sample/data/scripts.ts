/** Made-up scripts of the sample channel, from an empty page to a finished text. */
import { NIGHT_TRAINS_OUTLINE, NIGHT_TRAINS_SCRIPT } from './night-trains.ts';

export interface SampleScript {
  readonly title: string;
  readonly topic: string;
  readonly angle?: string;
  readonly words: number;
  /** The key of a built-in template. */
  readonly template: string;
  /** The index of the sample voice. */
  readonly voice?: 0 | 1;
  readonly stage: 'planning' | 'scripting' | 'recording' | 'published';
  readonly hook?: string;
  readonly notes?: string;
  readonly outline?: string;
  readonly body?: string;
  readonly research?: readonly string[];
}

const SLEEPER_OUTLINE = `# Inside a sleeper carriage

> Length: 1,200 words · about 8 minutes spoken

## 1. The door (150 words)

- It opens inward, and there is a reason
- What two metres mean, laid out on a floor with tape

## 2. Behind the wall (400 words)

- Water, air, current: the three systems of a room
- The tank under the corridor that decides how many beds fit

## 3. The bed (350 words)

- Why it is 190 centimetres long
- The strap, the lamp, the hook for one coat

## 4. Two hundred nights (200 words)

- What wears out first
- The workshop that turns the carriage inside out

## 5. Close (100 words)

- The smallest hotel room you will ever love
`;

const FERRY_OUTLINE = `# The ferry that sails at five

> Length: 1,800 words · about 12 minutes spoken

## 1. Ten past four (200 words)

- The harbour before light, the man with the hose

## 2. Post, bread, a piano (500 words)

- What goes aboard, in the order it goes aboard

## 3. The crossing (600 words)

- Five hours, one engine, two crews
- Why the line was never replaced by the bridge

## 4. The empty quay (300 words)

- Everything that arrived is gone within twenty minutes

## 5. Close (200 words)

- Who would notice if it stopped
`;

const FERRY_BODY = `# The ferry that sails at five

## Ten past four

[Cue: harbour before light, one lamp, the ramp goes down]

Ten past four, and the harbour smells of diesel and bread. The ferry has its ramp down. Nobody is on it but a man with a hose, and he nods as if I came every day.

In fifty minutes it sails. It has sailed at five for as long as anybody here can tell me, and when I ask why five, they look at me as if I had asked why Tuesday.

## Post, bread, a piano

The post comes first. It always comes first; there is a contract about it, older than the ship. Eleven grey sacks on a trolley with one bad wheel. You can hear it from the bakery.

Then the bread, because the bakery is here and the people who eat it are over there. Then whatever the island has ordered. This morning it is roof tiles, a calf, and a piano with a blanket over it. The piano goes next to the calf. Nobody thinks this is odd.
`;

const SIGNALS_BODY = `# How to read a railway signal in two minutes

## Three colours

Red means stop. You knew that. Green means go, and you knew that too. So the only one worth a video is yellow.

Yellow does not mean slow. It means: *the next one is red*. That is all. The driver does the rest, and the rest depends on the weight of the train, the rain, and how well they know the hill.

## The sign that means forget all that

And then there is a small white square with an S on it. It means that everything you have just learned is switched off for the next four hundred metres, and somebody with a flag is in charge.

If you see one, wave. They have been standing there since six.
`;

export const SAMPLE_SCRIPTS: readonly SampleScript[] = [
  {
    title: 'Why night trains came back',
    topic:
      'Night trains vanished within one generation and are returning. Who wants them, what a berth really costs, and why there are not enough carriages.',
    angle: 'Do the sum out loud: not the price of the ticket, the price of the night.',
    words: 2000,
    template: 'documentary',
    voice: 0,
    stage: 'scripting',
    hook: 'A train that was cancelled thirty years ago is sold out tonight.',
    outline: NIGHT_TRAINS_OUTLINE,
    body: NIGHT_TRAINS_SCRIPT,
    research: [
      'Sample survey, 400 passengers: 34 % slept well, 33 % expect to next time, 33 % would not go again.',
      'Sample price check for a Tuesday in March: berth 109, morning flight with one bag 84, room near the airport 72.',
      'Sample interview with a carriage builder: an order of nine cars takes six years from drawing to service.',
    ],
  },
  {
    title: 'Inside a sleeper carriage',
    topic: 'One carriage, cut open from roof to rail: what is behind the walls of a room two metres wide.',
    angle: 'Every centimetre you don’t have is a passenger somebody sold.',
    words: 1200,
    template: 'documentary',
    voice: 0,
    stage: 'scripting',
    outline: SLEEPER_OUTLINE,
  },
  {
    title: 'The ferry that sails at five',
    topic: 'A night on the last line that still carries post, from the loading at dusk to the empty quay at noon.',
    words: 1800,
    template: 'documentary',
    voice: 1,
    stage: 'recording',
    outline: FERRY_OUTLINE,
    body: FERRY_BODY,
    notes: 'Middle part is recorded on location; the text stops where the ship leaves.',
  },
  {
    title: 'How to read a railway signal in two minutes',
    topic: 'Three colours, two positions, and the one sign that means forget all that.',
    words: 600,
    template: 'tutorial',
    voice: 0,
    stage: 'published',
    body: SIGNALS_BODY,
  },
  {
    title: 'The man who taps wheels',
    topic: 'A conversation with somebody who has listened to forty thousand wheels and heard eleven that mattered.',
    words: 1500,
    template: 'interview',
    voice: 1,
    stage: 'planning',
    notes: 'Sample guest agreed for the second week.',
  },
  {
    title: 'Five stations older than their towns',
    topic: 'Places where the railway came first and the people afterwards, from the fifth best to the best.',
    words: 1000,
    template: 'compilation',
    stage: 'planning',
  },
  {
    title: 'The new timetable, explained on one page',
    topic: 'What changes on the second Sunday of December, for whom, and why it is always that Sunday.',
    angle: 'Winners, losers, and the one connection that decides the rest.',
    words: 800,
    template: 'news',
    voice: 0,
    stage: 'planning',
  },
];

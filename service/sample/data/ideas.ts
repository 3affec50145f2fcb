/** Made-up ideas of the sample channel, in every status and from every source. */
import type { IDEA_SOURCE_TYPES, IDEA_STATUSES } from '#contract/schema/idea.ts';

export interface SampleIdea {
  readonly title: string;
  readonly topic: string;
  readonly angle?: string;
  readonly words?: number;
  readonly status: (typeof IDEA_STATUSES)[number];
  readonly source: (typeof IDEA_SOURCE_TYPES)[number];
  readonly concept?: string;
  readonly score?: number;
  readonly notes?: string;
  /** The number of the sample script that the idea became. */
  readonly script?: number;
}

export const SAMPLE_IDEAS: readonly SampleIdea[] = [
  {
    title: 'The clock that runs a railway',
    topic: 'Why one clock in one signal box still decides when a whole mountain line moves.',
    angle: 'Follow a single minute through the network and see who waits for it.',
    words: 1500,
    status: 'new',
    source: 'user_added',
  },
  {
    title: 'Why station benches got shorter',
    topic: 'How the length of a bench became a decision about who may stay.',
    angle: 'Measure ten benches and let the tape do the talking.',
    words: 1200,
    status: 'rejected',
    source: 'ai_generated',
    notes: 'Good question, but we have no pictures of the old ones.',
  },
  {
    title: 'A bridge that is repaired while you cross it',
    topic: 'Four hundred trains a day, one bridge, and a crew that works in gaps of eleven minutes.',
    words: 1800,
    status: 'considering',
    source: 'from_video',
    concept: 'A hand with a spanner, a train blurred behind it.',
    score: 3.2,
  },
  {
    title: 'The ticket inspector’s map',
    topic: 'What a conductor knows about a line that no timetable shows.',
    status: 'new',
    source: 'chat_saved',
    notes: 'Came up when talking about berth prices.',
  },
  {
    title: 'Every dead line on one map',
    topic: 'The railway lines that closed within one lifetime, drawn in the order they went dark.',
    angle: 'No nostalgia: say for each line what replaced it.',
    words: 2000,
    status: 'considering',
    source: 'outlier',
    score: 5.6,
    concept: 'A black map with one red line.',
  },
  {
    title: 'How a tram turns without steering',
    topic: 'Wheels, cones and the trick that keeps a tram on its rails in the tightest curve of the city.',
    words: 900,
    status: 'needs_script',
    source: 'user_added',
    concept: 'A wheel cut in half, drawn.',
  },
  {
    title: 'The village that bought its station',
    topic: 'Two hundred people, one closed station, and a vote that nearly failed.',
    words: 1600,
    status: 'needs_script',
    source: 'from_channel',
    score: 2.4,
  },
  {
    title: 'Never fly for a year: the receipts',
    topic: 'A year without planes, told through the receipts and nothing else.',
    angle: 'A dare instead of a lecture: keep every receipt and add them up at the end.',
    words: 2200,
    status: 'considering',
    source: 'from_video',
    score: 7.4,
    concept: 'A wall of receipts with one gap.',
  },
  {
    title: 'What the platform edge knows',
    topic: 'Why the white line is where it is, and what happened each time it moved.',
    status: 'rejected',
    source: 'ai_generated',
  },
  {
    title: 'Freight at three in the morning',
    topic: 'The trains that nobody sees, and why the night belongs to them.',
    angle: 'Sit beside one track from midnight to six and count.',
    words: 1500,
    status: 'new',
    source: 'chat_saved',
  },
  {
    title: 'The last hand-painted timetable',
    topic: 'A sign painter, four hundred towns, and the day the board began to flip.',
    status: 'rejected',
    source: 'from_channel',
    score: 0.7,
  },
  {
    title: 'A tunnel that breathes',
    topic: 'How air is pushed through fifty-seven kilometres of rock, and who listens to it.',
    words: 1700,
    status: 'considering',
    source: 'outlier',
    score: 4.1,
    concept: 'A mountain with lungs, drawn in section.',
  },
  {
    title: 'Who owns a seat reservation',
    topic: 'What you buy when you buy a reserved seat, and what happens when two people hold it.',
    words: 1000,
    status: 'new',
    source: 'ai_generated',
  },
  {
    title: 'The slowest express in the world',
    topic: 'Eight hours for three hundred kilometres, and a waiting list of months.',
    angle: 'Why slow sells, if it is called by its name.',
    words: 1400,
    status: 'needs_script',
    source: 'outlier',
    score: 3.7,
  },
  {
    title: 'A city without timetables',
    topic: 'What happens when trams come so often that nobody looks up when they come.',
    status: 'new',
    source: 'user_added',
  },
  {
    title: 'Why trains got heavier',
    topic: 'Doors, cooling, sockets, glass: how comfort put twenty tons on a carriage.',
    words: 1300,
    status: 'considering',
    source: 'ai_generated',
    concept: 'A carriage on kitchen scales.',
  },
  {
    title: 'The sound a wheel makes when it cracks',
    topic: 'The people who tap wheels with a hammer, and the microphone that will replace them.',
    words: 1100,
    status: 'needs_script',
    source: 'chat_saved',
  },
  {
    title: 'Crossing a border asleep',
    topic: 'What happens around a sleeping passenger between two countries, minute by minute.',
    words: 1500,
    status: 'new',
    source: 'from_video',
    score: 2.9,
  },
  {
    title: 'The ferry that carries a train',
    topic: 'A whole train rolls into a ship, in four pieces, in nineteen minutes.',
    words: 1600,
    status: 'considering',
    source: 'from_channel',
    score: 3.1,
    concept: 'A ship with rails in its mouth.',
  },
  {
    title: 'Ten stations nobody gets off at',
    topic: 'Request stops, and the people who press the button once a year.',
    status: 'rejected',
    source: 'user_added',
    notes: 'Too close to a video of a rival.',
  },
  {
    title: 'What the whistle board by the line is for',
    topic: 'One letter on a post, the crossing behind the bend, and the field path that nobody closed.',
    words: 600,
    status: 'needs_script',
    source: 'ai_generated',
  },
  {
    title: 'The engine that was too good',
    topic: 'A locomotive that never broke, and the works that closed because of it.',
    words: 1500,
    status: 'new',
    source: 'outlier',
    score: 6.3,
  },
  {
    title: 'Breakfast for four hundred on wheels',
    topic: 'A kitchen of nine square metres, two cooks, and one chance to get the eggs right.',
    angle: 'The night train’s second business is the morning.',
    words: 1300,
    status: 'new',
    source: 'user_added',
    concept: 'Forty coffee glasses, seen from above.',
  },
  {
    title: 'A seat map of the perfect carriage',
    topic: 'Where strangers choose to sit, drawn from a week of counting.',
    status: 'considering',
    source: 'user_added',
  },
  {
    title: 'The ferry that sails at five',
    topic: 'A night on the last line that still carries post, from the loading at dusk to the empty quay at noon.',
    words: 1800,
    status: 'needs_script',
    source: 'user_added',
    script: 3,
  },
  {
    title: 'Inside a sleeper carriage',
    topic: 'One carriage, cut open from roof to rail: what is behind the walls of a room two metres wide.',
    words: 1200,
    status: 'needs_script',
    source: 'from_video',
    score: 3.2,
    script: 2,
  },
  {
    title: 'Why night trains came back',
    topic:
      'Night trains vanished within one generation and are returning. Who wants them, what a berth really costs, and why there are not enough carriages.',
    angle: 'Do the sum out loud: not the price of the ticket, the price of the night.',
    words: 2000,
    status: 'needs_script',
    source: 'user_added',
    concept: 'A sleeper carriage in section, one window lit.',
    script: 1,
  },
];

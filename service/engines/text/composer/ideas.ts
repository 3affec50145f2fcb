/** Ideas without a model: patterns that have carried many films, laid over the material at hand. */
import {
  type IdeaMaterial,
  type IdeasBrief,
  type SuggestedIdea,
  type TextControl,
  throwIfCancelled,
} from '../text-engine.ts';

interface Pattern {
  title(topic: string): string;
  readonly angle: string;
  readonly picture: string;
}

const first = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const PATTERNS: readonly Pattern[] = [
  {
    title: (t) => `${first(t)}: the honest sum`,
    angle: 'One figure decides it, and every step to it is shown.',
    picture: 'A receipt, one line circled',
  },
  {
    title: (t) => `A week with nothing but ${t}`,
    angle: 'A rule, seven days, and what gave way first.',
    picture: 'Seven small frames, the last one empty',
  },
  {
    title: (t) => `Who still needs ${t}?`,
    angle: 'Three people who would miss it, and one who would not.',
    picture: 'A face half turned away',
  },
  {
    title: (t) => `${first(t)}, from the beginning`,
    angle: 'The first one ever, and the mistake that stayed in all later ones.',
    picture: 'An old drawing beside the thing itself',
  },
  {
    title: (t) => `What ${t} gets wrong`,
    angle: 'A fault everybody lives with, and the one place that mended it.',
    picture: 'A crack, seen close',
  },
  {
    title: (t) => `The last word on ${t}`,
    angle: 'An argument as old as the thing, settled by a measurement.',
    picture: 'Two halves of a frame that disagree',
  },
  {
    title: (t) => `${first(t)} for a hundred years`,
    angle: 'What changed, what did not, told by one object.',
    picture: 'The same place twice, a century apart',
  },
  {
    title: (t) => `One day behind ${t}`,
    angle: 'From four in the morning on, with those nobody sees.',
    picture: 'A lit window in the dark',
  },
  {
    title: (t) => `Why ${t} came back`,
    angle: 'It was given up; the reason it returned is not the one that is told.',
    picture: 'An empty place, and the same place full',
  },
  {
    title: (t) => `The map of ${t}`,
    angle: 'Every case on one sheet, and the hole in the middle.',
    picture: 'A map with one place left white',
  },
  {
    title: (t) => `${first(t)} without the myth`,
    angle: 'Three things everybody says, checked one by one.',
    picture: 'Three boxes, two crossed out',
  },
  {
    title: (t) => `The smallest part of ${t}`,
    angle: 'A cheap part, and all that stands still without it.',
    picture: 'A hand holding something tiny',
  },
];

const OPEN: readonly IdeaMaterial[] = [{ title: '', topic: 'the everyday', angle: '' }];

/** What a video is about, in as few words as there are. */
const topicOf = ({ topic, title }: IdeaMaterial): string => (topic.trim() === '' ? title : topic).trim().slice(0, 80);

export function composeIdeas(brief: IdeasBrief, { signal }: Pick<TextControl, 'signal'>): Promise<SuggestedIdea[]> {
  throwIfCancelled(signal);
  const { count, topic, known, material } = brief;
  const from = topic === '' ? (material.length > 0 ? material : OPEN) : [{ title: '', topic, angle: '' }];
  const topics = [...new Set(from.map(topicOf))];
  const taken = new Set(known.map((title) => title.toLowerCase()));
  const made: SuggestedIdea[] = [];
  // Another topic each time, so that a few ideas are not all about one.
  for (let i = 0; i < PATTERNS.length * topics.length && made.length < count; i++) {
    const about = topics[i % topics.length] ?? '';
    const pattern = PATTERNS[(i + Math.floor(i / PATTERNS.length)) % PATTERNS.length];
    const title = pattern?.title(about).slice(0, 255) ?? '';
    if (!pattern || taken.has(title.toLowerCase())) continue;
    taken.add(title.toLowerCase());
    made.push({ title, topic: about, angle: pattern.angle, thumbnail_concept: pattern.picture });
  }
  return Promise.resolve(made);
}

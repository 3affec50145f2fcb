import type { IntelVideo } from '#contract/schema/intel.ts';
import { LOCALE, plural } from '../../ui/language.ts';
import type { Finder, Ranking } from './finder.svelte.ts';

const numbers = new Intl.NumberFormat(LOCALE);
export const numberOf = (value: number): string => numbers.format(Math.round(value));

/** Returns the name of a bookmark type; a type of a newer service is shown as it is. */
export function kindWord(type: string): string {
  if (type === 'video') return 'Video';
  return type === 'channel' ? 'Channel' : type;
}

/** Says how many of a channel's videos one is compared with, and of which kind. */
export function comparedWith({ sample_size, compared_with }: NonNullable<IntelVideo['baseline']>): string {
  if (compared_with === 'shorts') return plural(sample_size, ['# of its Shorts', '# of its Shorts']);
  if (compared_with === 'long_videos') return plural(sample_size, ['# of its long videos', '# of its long videos']);
  return plural(sample_size, ['# of its videos', '# of its videos']);
}

const clock = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
export const seenAt = (time: string): string => clock.format(new Date(time));

function rankedWords({ by, model, problem }: Ranking): string {
  if (by === 'meaning') return `Ranked by meaning with “${model}”.`;
  return `Ranked by words because “${model}” couldn’t be used: ${problem ?? ''}`;
}

/** Says how many were found, where, and in which order. */
export function searchedWords({
  total,
  ranking,
  sampleCause,
}: Pick<Finder, 'total' | 'ranking' | 'sampleCause'>): string {
  const found = plural(total, ['# result', '# results']);
  const sentences = [sampleCause ? `${found} from the sample catalogue.` : `${found}.`];
  if (ranking) sentences.push(rankedWords(ranking));
  return sentences.join(' ');
}

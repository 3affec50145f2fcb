import type { IntelVideo } from '#contract/schema/intel.ts';
import { formatNumber, plural } from '../../ui/language.ts';
import type { Finder, Ranking } from './finder.svelte.ts';

export const formatRounded = (value: number): string => formatNumber(Math.round(value));

/** Returns the name of a bookmark type; a type of a newer service is shown as it is. */
export function getTypeName(type: string): string {
  if (type === 'video') return 'Video';
  return type === 'channel' ? 'Channel' : type;
}

/** Describes the videos of a channel that a video is compared with: their number and kind. */
export function describeBaseline({ sample_size, compared_with }: NonNullable<IntelVideo['baseline']>): string {
  if (compared_with === 'shorts') return plural(sample_size, ['# of its Shorts', '# of its Shorts']);
  if (compared_with === 'long_videos') return plural(sample_size, ['# of its long videos', '# of its long videos']);
  return plural(sample_size, ['# of its videos', '# of its videos']);
}

function describeRanking({ by, model, problem }: Ranking): string {
  if (by === 'meaning') return `Ranked by meaning with “${model}”.`;
  return `Ranked by words because “${model}” couldn’t be used: ${problem ?? ''}`;
}

/** Describes the number, source and order of the results. */
export function describeSearch({
  total,
  ranking,
  sampleCause,
}: Pick<Finder, 'total' | 'ranking' | 'sampleCause'>): string {
  const count = plural(total, ['# result', '# results']);
  const sentences = [sampleCause ? `${count} from sample data.` : `${count}.`];
  if (ranking) sentences.push(describeRanking(ranking));
  return sentences.join(' ');
}

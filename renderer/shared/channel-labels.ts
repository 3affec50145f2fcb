import { plural } from '../ui/language.ts';
import { ageOf } from './video-labels.ts';

interface Counted {
  readonly subscriber_count: number | null;
  readonly video_count: number | null;
}

/** Says how many subscribers and videos a channel has; leaves out what its source doesn't say. */
export function channelCounts({ subscriber_count, video_count }: Counted): readonly string[] {
  return [
    ...(subscriber_count === null ? [] : [plural(subscriber_count, ['# subscriber', '# subscribers'])]),
    ...(video_count === null ? [] : [plural(video_count, ['# video', '# videos'])]),
  ];
}

/** Says in a line what is known of a channel: its numbers, its age and its country. */
export function channelFacts(channel: Counted & { readonly published_at: string; readonly country: string }): string {
  const age = ageOf(channel.published_at);
  const country = channel.country === '' ? [] : [channel.country];
  return [...channelCounts(channel), ...(age === '' ? [] : [`${age} old`]), ...country].join(', ');
}

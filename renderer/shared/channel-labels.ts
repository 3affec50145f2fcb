import { plural } from '../ui/language.ts';
import { formatAge } from './video-labels.ts';

interface ChannelNumbers {
  readonly subscriber_count: number | null;
  readonly video_count: number | null;
}

/** Formats a channel's subscribers and videos; unknown numbers are left out. */
function formatChannelCounts({ subscriber_count, video_count }: ChannelNumbers): readonly string[] {
  return [
    ...(subscriber_count === null ? [] : [plural(subscriber_count, ['# subscriber', '# subscribers'])]),
    ...(video_count === null ? [] : [plural(video_count, ['# video', '# videos'])]),
  ];
}

/** Formats a competitor's handle and numbers in a line. */
export const describeCompetitor = (competitor: ChannelNumbers & { readonly custom_url: string }): string =>
  [...(competitor.custom_url === '' ? [] : [`@${competitor.custom_url}`]), ...formatChannelCounts(competitor)].join(
    ', ',
  );

/** Formats a channel's numbers, age and country in a line. */
export function describeChannel(
  channel: ChannelNumbers & { readonly published_at: string; readonly country: string },
): string {
  const age = formatAge(channel.published_at);
  const country = channel.country === '' ? [] : [channel.country];
  return [...formatChannelCounts(channel), ...(age === '' ? [] : [`${age} old`]), ...country].join(', ');
}

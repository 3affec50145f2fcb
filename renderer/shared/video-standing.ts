/** Compares a video with its own channel's videos. */
import { OUTLIER } from '#contract/limits.ts';
import type { IntelVideo } from '#contract/schema/intel.ts';

type Standing = 'high' | 'usual' | 'low' | 'recent' | 'unknown';

export function getStanding({ outlier_score, baseline }: IntelVideo): Standing {
  if (baseline?.too_recent) return 'recent';
  if (outlier_score === null) return 'unknown';
  if (outlier_score >= OUTLIER) return 'high';
  return outlier_score < 0.9 ? 'low' : 'usual';
}

export function explainStanding(video: IntelVideo): string {
  const standing = getStanding(video);
  if (standing === 'recent') return 'Too recent: it’s less than 14 days old and still gathering views.';
  if (standing === 'unknown') return 'The channel has too few videos from the last year to compare it with.';
  if (standing === 'high') return 'Stands out: at least three times what this channel usually gets.';
  return standing === 'low' ? 'Less than this channel usually gets.' : 'About what this channel usually gets.';
}

import type { Idea } from '#contract/schema/idea.ts';
import type { SourceFilter, StatusFilter } from './ideas.svelte.ts';
import { plural } from '../../ui/language.ts';

export const STATUSES = [
  'new',
  'considering',
  'needs_script',
  'scripted',
  'rejected',
] as const satisfies StatusFilter[];
export const SOURCES = [
  'user_added',
  'ai_generated',
  'from_video',
  'from_channel',
  'outlier',
  'chat_saved',
] as const satisfies SourceFilter[];
/** The spec's statuses as shown to the user. Unknown ones are shown as they are. */
const STATUS_LABELS: Readonly<Record<string, string>> = {
  new: 'New',
  considering: 'Considering',
  needs_script: 'Needs script',
  rejected: 'Rejected',
  scripted: 'Scripted',
};

export const getStatusLabel = (status: string): string => STATUS_LABELS[status] ?? status;

const STAGE_NUMBERS: Readonly<Record<string, number>> = { new: 1, considering: 2, needs_script: 3 };

/** Returns the project stage of an idea (1 to 9); null if it has none. */
export function getStage(idea: Idea): { stage: number; label: string } | null {
  if (idea.script_id !== null) return { stage: 4, label: 'Scripting' };
  const stage = STAGE_NUMBERS[idea.status];
  return stage === undefined ? null : { stage, label: getStatusLabel(idea.status) };
}

export const formatWords = (count: number): string => plural(count, ['# word', '# words']);

// @wc-ignore-file
/** The actions before which a version is kept. */
export const OCCASIONS = [
  'outline',
  'script',
  'humanize',
  'agent',
  'sync',
  'compare',
  'merge',
  'restore',
  'replace',
  'close',
  'named',
  'writing',
  'deletion',
  'paste',
] as const;
export type Occasion = (typeof OCCASIONS)[number];

/**
 * The reasons why an unnamed version was kept, stored as these codes. `features/scripts/history/version-labels.ts`
 * names them.
 */
export const VERSION_REASONS = [
  ...OCCASIONS,
  'generatedOutline',
  'generatedDraft',
  'humanized',
  'agentOutline',
  'agentDraft',
  'partialOutline',
  'partialDraft',
  'service',
  'sameTime',
  'otherWindow',
  'beside',
  'beforeSending',
  'archive',
] as const;
export type VersionReason = (typeof VERSION_REASONS)[number];

/** Maps the labels that version 0.1 stored instead of a reason. */
const REASONS_OF_0_1 = new Map<string, VersionReason>(
  Object.entries({
    'Before an outline was generated': 'outline',
    'Before a draft was generated': 'script',
    'Before it was humanized': 'humanize',
    'Before an agent run': 'agent',
    'Taken in from the service': 'sync',
    'Before taking from another text': 'compare',
    'Before merging': 'merge',
    'Before going back': 'restore',
    'When you left it': 'close',
    Named: 'named',
    'Generated outline': 'generatedOutline',
    'Generated draft': 'generatedDraft',
    'Humanized draft': 'humanized',
    'Outline of an agent run': 'agentOutline',
    'Draft of an agent run': 'agentDraft',
    'The service’s text': 'service',
    'Written in another window at the same time': 'sameTime',
    'Written in another window': 'otherWindow',
    'Found beside a newer text': 'beside',
    'Written before it was sent': 'beforeSending',
    'From an archive': 'archive',
  } as const),
);

/** Reads reason and name of a stored version, in the format of this version or of 0.1. */
export function readReason({ reason, name, occasion, label }: Readonly<Record<string, unknown>>): {
  reason: VersionReason | null;
  name: string | null;
} {
  const knownReason = VERSION_REASONS.find((candidate) => candidate === reason);
  if (knownReason) return { reason: knownReason, name: typeof name === 'string' ? name : null };
  const oldLabel = typeof label === 'string' && label !== '' ? label : null;
  const oldReason = oldLabel === null ? null : (REASONS_OF_0_1.get(oldLabel) ?? null);
  // A person may have named a version like one of the labels.
  if (occasion === 'named') return { reason: 'named', name: oldReason === 'named' ? null : oldLabel };
  return { reason: oldReason, name: oldReason === null ? oldLabel : null };
}

// @wc-ignore-file
/**
 * What a version that nobody named is called where it is kept: in English, whatever the window speaks, as it stays for
 * good. The window's word for each is in `features/scripts/history/version-words.ts`.
 */
export const VERSION_LABELS = {
  outline: 'Before an outline was generated',
  script: 'Before a draft was generated',
  humanize: 'Before it was humanized',
  agent: 'Before an agent run',
  sync: 'Taken in from the service',
  compare: 'Before taking from another text',
  merge: 'Before merging',
  restore: 'Before going back',
  close: 'When you left it',
  named: 'Named',
  generatedOutline: 'Generated outline',
  generatedDraft: 'Generated draft',
  humanized: 'Humanized draft',
  agentOutline: 'Outline of an agent run',
  agentDraft: 'Draft of an agent run',
  service: 'The service’s text',
  sameTime: 'Written in another window at the same time',
  otherWindow: 'Written in another window',
  beside: 'Found beside a newer text',
  beforeSending: 'Written before it was sent',
} as const;
export type VersionLabel = keyof typeof VERSION_LABELS;

/** Defines the keys of everything a person writes, which are the same in the journal and the window's database. */
export const TEXT_KINDS = ['outline', 'script'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

export const draftKey = (account: string, scriptId: number, kind: TextKind): string =>
  `draft/${account}/${scriptId}/${kind}`;
/** The base is stored apart, so that a save while typing carries only the draft. */
export const getBaseKey = (account: string, scriptId: number, kind: TextKind): string =>
  `base/${account}/${scriptId}/${kind}`;
export const getVersionPrefix = (account: string, scriptId: number): string => `version/${account}/${scriptId}/`;
/** The prefix of a script’s comments: an entry for each thread, each reply and each change. */
export const getCommentPrefix = (account: string, scriptId: number): string => `comment/${account}/${scriptId}/`;
export const getFormKey = (account: string, name: string): string => `form/${account}/${name}`;
/** The form that stores a script's checked sentences. */
export const getSourcesForm = (scriptId: number | ''): string => `sources-${scriptId}`;
/** The form that stores the research collected for a script. */
export const getResearchForm = (scriptId: number | ''): string => `research-${scriptId}`;
/** The form that stores a script's teleprompter takes. */
export const getTakesForm = (scriptId: number | ''): string => `takes-${scriptId}`;
/** The form that stores an unsent comment. */
export const getRemarkForm = (kind: TextKind, scriptId: number): string => `remark-${kind}-${scriptId}`;
/** The form that stores an unreviewed answer of a language model. */
export const rewriteForm = (kind: TextKind, scriptId: number | ''): string => `rewrite-${kind}-${scriptId}`;

/** The key prefixes this window mirrors; other journal keys belong to the host. */
export const FAMILIES = ['draft', 'base', 'version', 'comment', 'form', 'outbox', 'mark', 'details'] as const;
export const JOURNAL_KEY = new RegExp(`^(${FAMILIES.join('|')})/`);

export function readDraftKey(key: string): { account: string; scriptId: number; kind: TextKind } | null {
  const [, account, id, kind] = /^draft\/([a-z0-9-]+)\/(-?[0-9]+)\/(outline|script)$/.exec(key) ?? [];
  return account && id && kind ? { account, scriptId: Number(id), kind: kind as TextKind } : null;
}

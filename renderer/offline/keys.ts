/** Keys of what a person wrote, the same in the journal and in the window's database. */
export const TEXT_KINDS = ['outline', 'script'] as const;
/** The two texts of a script. */
export type TextKind = (typeof TEXT_KINDS)[number];

export const draftKey = (account: string, scriptId: number, kind: TextKind): string =>
  `draft/${account}/${scriptId}/${kind}`;
/** The text of the service a draft was made from: kept apart, so that a save while typing carries the draft alone. */
export const baseKey = (account: string, scriptId: number, kind: TextKind): string =>
  `base/${account}/${scriptId}/${kind}`;
export const versionPrefix = (account: string, scriptId: number): string => `version/${account}/${scriptId}/`;
export const formKey = (account: string, name: string): string => `form/${account}/${name}`;
/** The form in which a script's checked-off sentences are kept. */
export const sourcesForm = (scriptId: number | ''): string => `sources-${scriptId}`;

/** What this window mirrors, by the first part of its keys; other keys of the journal are the host's own. */
export const FAMILIES = ['draft', 'base', 'version', 'form', 'outbox', 'mark'] as const;
export const WRITTEN = new RegExp(`^(${FAMILIES.join('|')})/`);

export function readDraftKey(key: string): { account: string; scriptId: number; kind: TextKind } | null {
  const [, account, id, kind] = /^draft\/([a-z0-9-]+)\/(-?[0-9]+)\/(outline|script)$/.exec(key) ?? [];
  return account && id && kind ? { account, scriptId: Number(id), kind: kind as TextKind } : null;
}

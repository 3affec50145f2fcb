import type { Forms } from '#renderer/drafts/forms.ts';
import { takesForm } from '#renderer/storage/keys.ts';
import type { SectionPace } from '#markdown/section-paces.ts';
import type { Take } from './take.ts';

/** Lists the takes of a script, newest first, and the paces its spoken time uses. */
export interface StoredTakes {
  readonly takes: readonly Take[];
  readonly paces: readonly SectionPace[];
}

type Fields = { takes: readonly Take[]; paces: readonly SectionPace[] };
const MAX_TAKES = 5;

const read = ({ takes, paces }: Partial<Fields>): StoredTakes => ({ takes: takes ?? [], paces: paces ?? [] });

/** Reads what is kept, changes it and waits until it is on disk; other windows may have changed it meanwhile. */
async function changed(
  forms: Pick<Forms, 'open'>,
  account: string,
  scriptId: number,
  change: (stored: StoredTakes) => StoredTakes,
): Promise<StoredTakes> {
  const form = await forms.open<Fields>(account, takesForm(scriptId));
  const next = change(read(form.value));
  form.change({ takes: next.takes, paces: next.paces });
  await form.flush();
  await form.close();
  return next;
}

export async function loadTakes(forms: Pick<Forms, 'open'>, account: string, scriptId: number): Promise<StoredTakes> {
  const form = await forms.open<Fields>(account, takesForm(scriptId));
  const stored = read(form.value);
  await form.close();
  return stored;
}

/** Keeps a take, in place of an earlier state of it; drops the oldest beyond five. */
export const keepTake = (
  forms: Pick<Forms, 'open'>,
  account: string,
  scriptId: number,
  take: Take,
): Promise<StoredTakes> =>
  changed(forms, account, scriptId, ({ takes, paces }) => ({
    takes: [take, ...takes.filter(({ id }) => id !== take.id)].slice(0, MAX_TAKES),
    paces,
  }));

export const deleteTake = (
  forms: Pick<Forms, 'open'>,
  account: string,
  scriptId: number,
  take: string,
): Promise<StoredTakes> =>
  changed(forms, account, scriptId, ({ takes, paces }) => ({ takes: takes.filter(({ id }) => id !== take), paces }));

/** Sets the paces of sections; an empty list returns to one pace. */
export const setPaces = (
  forms: Pick<Forms, 'open'>,
  account: string,
  scriptId: number,
  paces: readonly SectionPace[],
): Promise<StoredTakes> => changed(forms, account, scriptId, ({ takes }) => ({ takes, paces }));

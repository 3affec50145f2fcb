import type { Forms } from '#renderer/drafts/forms.ts';
import { getTakesForm } from '#renderer/storage/keys.ts';
import type { SectionPace } from '#markdown/section-paces.ts';
import type { Take } from './take.ts';

/** The takes of a script, newest first, and the paces its spoken time uses. */
export interface StoredTakes {
  readonly takes: readonly Take[];
  readonly paces: readonly SectionPace[];
}

type StoredFields = { takes: readonly Take[]; paces: readonly SectionPace[] };
const MAX_TAKES = 5;

const readFields = ({ takes, paces }: Partial<StoredFields>): StoredTakes => ({
  takes: takes ?? [],
  paces: paces ?? [],
});

/** Changes the stored takes, which other windows may have changed, and waits until they are on disk. */
async function changeTakes(
  forms: Pick<Forms, 'open'>,
  account: string,
  scriptId: number,
  change: (storedTakes: StoredTakes) => StoredTakes,
): Promise<StoredTakes> {
  const form = await forms.open<StoredFields>(account, getTakesForm(scriptId));
  const next = change(readFields(form.value));
  form.change({ takes: next.takes, paces: next.paces });
  await form.flush();
  await form.close();
  return next;
}

export async function loadTakes(forms: Pick<Forms, 'open'>, account: string, scriptId: number): Promise<StoredTakes> {
  const form = await forms.open<StoredFields>(account, getTakesForm(scriptId));
  const storedTakes = readFields(form.value);
  await form.close();
  return storedTakes;
}

/** Saves a take, replacing its earlier state; drops the oldest beyond `MAX_TAKES`. */
export const saveTake = (
  forms: Pick<Forms, 'open'>,
  account: string,
  scriptId: number,
  take: Take,
): Promise<StoredTakes> =>
  changeTakes(forms, account, scriptId, ({ takes, paces }) => ({
    takes: [take, ...takes.filter(({ id }) => id !== take.id)].slice(0, MAX_TAKES),
    paces,
  }));

export const deleteTake = (
  forms: Pick<Forms, 'open'>,
  account: string,
  scriptId: number,
  take: string,
): Promise<StoredTakes> =>
  changeTakes(forms, account, scriptId, ({ takes, paces }) => ({
    takes: takes.filter(({ id }) => id !== take),
    paces,
  }));

/** Sets the paces of sections; an empty list returns to one pace. */
export const setPaces = (
  forms: Pick<Forms, 'open'>,
  account: string,
  scriptId: number,
  paces: readonly SectionPace[],
): Promise<StoredTakes> => changeTakes(forms, account, scriptId, ({ takes }) => ({ takes, paces }));

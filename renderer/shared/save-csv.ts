import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { saveFile, createSavedToast } from './save-file.ts';

/** Writes a number as programs read it, with a point and without separators; nothing if it isn't known. */
export const formatTableNumber = (value: number | null | undefined): string =>
  value == null ? '' : String(Math.round(value * 100) / 100);

export async function saveCsv({ bridge, toasts }: AppState, name: string, csv: string): Promise<void> {
  const outcome = await saveFile(bridge, { name, bytes: new TextEncoder().encode(csv), notes: [] }, 'text/csv');
  if (outcome.kind === 'failed') toasts.showFault(`The table couldn’t be saved. ${outcome.message}`);
  else if (outcome.kind === 'saved') toasts.show(createSavedToast(bridge, `Exported “${outcome.name}”.`));
}

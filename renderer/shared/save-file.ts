import { toDistinctFileNames } from '#contract/file-name.ts';
import type { SavedType } from '#contract/saved-type.ts';
import { logger } from '#log/logger.ts';
import type { Bridge } from '#renderer/bridge/bridge.ts';
import type { ToastInput } from '#renderer/ui/toasts.svelte.ts';
import { toBase64 } from '#renderer/bridge/base64.ts';

const log = logger('exports');

/** `notes` are sentences about what the file could not keep. */
export interface SavedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly notes: readonly string[];
  /** Files that the saved file refers to by these paths; all are saved in one zip file. */
  readonly beside?: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly name: string; readonly notes: readonly string[] }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string };

/** Makes the names of files in one folder unique. */
function withUniqueNames(files: readonly SavedFile[]): SavedFile[] {
  const toUniqueName = toDistinctFileNames();
  return files.map((file) => ({ ...file, name: toUniqueName(file.name) }));
}

/** Zips a file together with the files it refers to, if there are any. */
async function packFile(
  file: SavedFile,
  mime: SavedType,
): Promise<{ readonly file: SavedFile; readonly mime: SavedType }> {
  if (!file.beside?.length) return { file, mime };
  const { convert } = await import('./convert/convert.ts');
  const { bytes } = await convert({ kind: 'zip', files: [file, ...file.beside] });
  const name = file.name.replace(/(?:\.[^.]+)?$/, '.zip');
  return { file: { name, bytes, notes: file.notes }, mime: 'application/zip' };
}

interface SaveManyOptions {
  readonly inOneZip: boolean;
  readonly mime: SavedType;
  /** The label of all files together: "3 scripts". */
  readonly label: string;
}

/**
 * Saves several files; if two have the same name, the second gets a number.
 * @throws ConversionError in plain words
 */
export async function saveMany(
  bridge: Bridge,
  input: readonly SavedFile[],
  { inOneZip, mime, label }: SaveManyOptions,
  stop?: AbortSignal,
): Promise<SaveOutcome> {
  const files = withUniqueNames(input);
  if (inOneZip) {
    const { convert } = await import('./convert/convert.ts');
    const companions = new Map(
      files.flatMap((file) => file.beside ?? []).map((companion) => [companion.name, companion]),
    );
    const { bytes } = await convert({ kind: 'zip', files: [...files, ...companions.values()] });
    return saveFile(bridge, { name: `${label}.zip`, bytes, notes: [] }, 'application/zip');
  }
  const packages = await Promise.all(files.map((file) => packFile(file, mime)));
  const folderOutcome = await saveFolder(
    bridge,
    packages.map(({ file }) => file),
    label,
  );
  if (folderOutcome) return folderOutcome;
  for (const { file, mime: type } of packages) {
    if (stop?.aborted) return { kind: 'cancelled' };
    const outcome = await saveFile(bridge, file, type);
    if (outcome.kind !== 'saved') return outcome;
  }
  return { kind: 'saved', name: label, notes: [] };
}

/** Saves all files into one folder through the desktop’s dialog. Returns null if there is no dialog. */
async function saveFolder(bridge: Bridge, files: readonly SavedFile[], label: string): Promise<SaveOutcome | null> {
  if (!('cutaway' in globalThis)) return null;
  const contents: { name: string; base64: string }[] = [];
  for (const { name, bytes } of files) contents.push({ name, base64: await toBase64(bytes) });
  try {
    const answer = await bridge.invoke('files.saveFolder', { files: contents });
    if (answer.outcome === 'saved') return { kind: 'saved', name: label, notes: [] };
    if (answer.outcome === 'cancelled') return { kind: 'cancelled' };
    return answer.outcome === 'failed' ? { kind: 'failed', message: answer.message } : null;
  } catch {
    // The host is unreachable, but the window can still download.
    return null;
  }
}

/** Saves to a file the user chooses in the desktop’s dialog, else as a download. */
export async function saveFile(bridge: Bridge, file: SavedFile, type: SavedType): Promise<SaveOutcome> {
  const {
    file: { name, bytes, notes },
    mime,
  } = await packFile(file, type);
  // The browser shell has no save dialog, and its channel does not take files of any size.
  if ('cutaway' in globalThis) {
    try {
      const content = await toBase64(bytes);
      const answer = await bridge.invoke('files.save', { suggested_name: name, mime, content, encoding: 'base64' });
      if (answer.outcome === 'saved') return { kind: 'saved', name: answer.name, notes };
      if (answer.outcome === 'cancelled') return { kind: 'cancelled' };
      if (answer.outcome === 'failed') return { kind: 'failed', message: answer.message };
    } catch {
      // The host is unreachable, but the window can still download.
    }
  }
  download(name, new Blob([bytes.slice()], { type: mime }));
  return { kind: 'saved', name, notes };
}

/** Returns the toast for saved files, with a button that opens their folder on the desktop. */
export function createSavedToast(bridge: Bridge, text: string): ToastInput {
  if (!('cutaway' in globalThis)) return { text };
  const action = (): void => void bridge.invoke('files.openFolder', {}).catch(log.failure('folder not opened'));
  return { text, action, actionLabel: 'Open folder' };
}

export function download(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  downloadFrom(url, name);
  // The browser has read the data once the click is handled; a minute is more than enough.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads the content of an address of this app. */
export function downloadFrom(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

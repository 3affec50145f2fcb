import { distinctFileNames } from '#contract/file-name.ts';
import type { SavedType } from '#contract/saved-type.ts';
import { logger } from '#log/logger.ts';
import type { Bridge } from '#renderer/bridge/bridge.ts';
import type { ToastInput } from '#renderer/ui/toasts.svelte.ts';

const log = logger('exports');

/** `notes` are sentences about what the file could not keep. */
export interface SavedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly notes: readonly string[];
  /** Holds files that it refers to by these paths; they go with it in one zip file. */
  readonly beside?: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly name: string; readonly notes: readonly string[] }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string };

/** Makes the names of files in one folder unique. */
function apart(files: readonly SavedFile[]): SavedFile[] {
  const free = distinctFileNames();
  return files.map((file) => ({ ...file, name: free(file.name) }));
}

/** Packs a file and what it refers to into one; a file that stands alone stays as it is. */
async function packed(
  file: SavedFile,
  mime: SavedType,
): Promise<{ readonly file: SavedFile; readonly mime: SavedType }> {
  if (!file.beside?.length) return { file, mime };
  const { convert } = await import('./convert/convert.ts');
  const { bytes } = await convert({ kind: 'zip', files: [file, ...file.beside] });
  const name = file.name.replace(/(?:\.[^.]+)?$/, '.zip');
  return { file: { name, bytes, notes: file.notes }, mime: 'application/zip' };
}

interface Many {
  readonly together: boolean;
  readonly mime: SavedType;
  /** Names all files together: "3 scripts". */
  readonly called: string;
}

/**
 * Saves several files; if two have the same name, the second gets a number.
 * @throws ConversionError in plain words
 */
export async function saveMany(
  bridge: Bridge,
  input: readonly SavedFile[],
  { together, mime, called }: Many,
  stop?: AbortSignal,
): Promise<SaveOutcome> {
  const files = apart(input);
  if (together) {
    const { convert } = await import('./convert/convert.ts');
    const beside = new Map(files.flatMap((file) => file.beside ?? []).map((one) => [one.name, one]));
    const { bytes } = await convert({ kind: 'zip', files: [...files, ...beside.values()] });
    return saveFile(bridge, { name: `${called}.zip`, bytes, notes: [] }, 'application/zip');
  }
  const all = await Promise.all(files.map((file) => packed(file, mime)));
  const folder = await saveFolder(
    bridge,
    all.map(({ file }) => file),
    called,
  );
  if (folder) return folder;
  for (const one of all) {
    if (stop?.aborted) return { kind: 'cancelled' };
    const saved = await saveFile(bridge, one.file, one.mime);
    if (saved.kind !== 'saved') return saved;
  }
  return { kind: 'saved', name: called, notes: [] };
}

/** Saves all files into one folder through the desktop’s dialog. Returns null if there is no dialog. */
async function saveFolder(bridge: Bridge, files: readonly SavedFile[], called: string): Promise<SaveOutcome | null> {
  if (!('cutaway' in globalThis)) return null;
  const all: { name: string; base64: string }[] = [];
  for (const { name, bytes } of files) all.push({ name, base64: await base64Of(bytes) });
  try {
    const saved = await bridge.invoke('files.saveFolder', { files: all });
    if (saved.outcome === 'saved') return { kind: 'saved', name: called, notes: [] };
    if (saved.outcome === 'cancelled') return { kind: 'cancelled' };
    return saved.outcome === 'failed' ? { kind: 'failed', message: saved.message } : null;
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
  } = await packed(file, type);
  // The browser shell has no save dialog, and its channel does not take files of any size.
  if ('cutaway' in globalThis) {
    try {
      const content = await base64Of(bytes);
      const saved = await bridge.invoke('files.save', { suggested_name: name, mime, content, encoding: 'base64' });
      if (saved.outcome === 'saved') return { kind: 'saved', name: saved.name, notes };
      if (saved.outcome === 'cancelled') return { kind: 'cancelled' };
      if (saved.outcome === 'failed') return { kind: 'failed', message: saved.message };
    } catch {
      // The host is unreachable, but the window can still download.
    }
  }
  download(name, new Blob([bytes.slice()], { type: mime }));
  return { kind: 'saved', name, notes };
}

/** Returns what tells that files were saved: with a button that opens their folder, where the shell knows it. */
export function savedToast(bridge: Bridge, text: string): ToastInput {
  if (!('cutaway' in globalThis)) return { text };
  const action = (): void => void bridge.invoke('files.openFolder', {}).catch(log.failure('folder not opened'));
  return { text, action, actionLabel: 'Open folder' };
}

export function base64Of(bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new Error('The file couldn’t be read.'));
    reader.readAsDataURL(new Blob([bytes.slice()]));
  });
}

export function download(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  downloadFrom(url, name);
  // The browser has read the data once the click is handled; a minute is more than enough.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads what an address of this app answers. */
export function downloadFrom(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

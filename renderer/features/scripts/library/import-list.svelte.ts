import { LOCAL_ACCOUNT } from '#contract/values.ts';
import { scriptWords } from '#markdown/spoken-pieces.ts';
import { explain } from '#renderer/bridge/faults.ts';
import type { Queued } from '#renderer/outbox/outbox-item.ts';
import type { ChosenFile } from '#renderer/shared/chosen-files.ts';
import { FolderPictures, isPicture } from '#renderer/shared/folder-pictures.ts';
import { withUnzipped } from '#renderer/shared/unzip-files.ts';
import { importFile, ImportError, isImportable, type Imported } from '#renderer/shared/import-file.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { importScript } from './import-script.ts';

/** More files at once are refused, because their texts are held in memory until they are scripts. */
export const MAX_FILES = 300;

/** Describes one file of an import. */
export interface ImportEntry {
  readonly id: number;
  readonly file: File;
  readonly path: string;
  readonly state: 'waiting' | 'reading' | 'ready' | 'creating' | 'created' | 'refused';
  readonly found: Imported | null;
  readonly title: string;
  readonly words: number;
  /** Explains why the file is refused, or why its script could not be created. */
  readonly problem: { readonly title: string; readonly text: string } | null;
}

interface Target {
  readonly account: string;
  readonly channelId: number;
}

type Deps = Pick<AppState, 'bridge' | 'drafts' | 'outbox' | 'store'>;

const isSame = (one: ImportEntry, { file, path }: ChosenFile): boolean =>
  one.path === path && one.file.size === file.size && one.file.lastModified === file.lastModified;

/** Reads files one after the other, then makes a script of each that could be read, once. */
export class ImportList {
  readonly #deps: Deps;
  readonly #target: Target;
  readonly #read: typeof importFile;
  #entries = $state.raw<readonly ImportEntry[]>([]);
  #skipped = $state(0);
  #overflow = $state(0);
  #busy = $state<'read' | 'create' | null>(null);
  #stopped = false;
  #last = 0;
  readonly #pictures = new FolderPictures();

  constructor(deps: Deps, target: Target, read = importFile) {
    this.#deps = deps;
    this.#target = target;
    this.#read = read;
  }

  get entries(): readonly ImportEntry[] {
    return this.#entries;
  }

  /** Counts files of other types in the chosen folders, without pictures. */
  get skipped(): number {
    return this.#skipped;
  }

  /** Counts files beyond `MAX_FILES`. */
  get overflow(): number {
    return this.#overflow;
  }

  get busy(): 'read' | 'create' | null {
    return this.#busy;
  }

  get ready(): readonly ImportEntry[] {
    return this.#entries.filter(({ state }) => state === 'ready' || state === 'creating');
  }

  /** Counts entries that the running step is done with. */
  get done(): number {
    const open = this.#busy === 'read' ? /^(?:waiting|reading)$/ : /^(?:ready|creating)$/;
    return this.#entries.filter(({ state }) => !open.test(state)).length;
  }

  /** Adds files and reads them. A file that is in the list already is not added again. */
  async add(files: readonly ChosenFile[]): Promise<void> {
    const chosen = await withUnzipped(files);
    this.#pictures.add(chosen);
    const hasText = chosen.some(({ file }) => isImportable(file.name));
    const importable = chosen.filter(({ file, inFolder }) =>
      isPicture(file.name) ? !inFolder && !hasText : !inFolder || isImportable(file.name),
    );
    this.#skipped += chosen.filter((one) => !importable.includes(one) && !isPicture(one.file.name)).length;
    const fresh = importable.filter(
      (one, index) =>
        !this.#entries.some((entry) => isSame(entry, one)) &&
        importable.findIndex(({ file, path }) => path === one.path && file.size === one.file.size) === index,
    );
    const room = Math.max(0, MAX_FILES - this.#entries.length);
    this.#overflow += Math.max(0, fresh.length - room);
    const added = fresh.slice(0, room).map(({ file, path }): ImportEntry => ({
      id: (this.#last += 1),
      file,
      path,
      state: 'waiting',
      found: null,
      title: '',
      words: 0,
      problem: null,
    }));
    this.#entries = [...this.#entries, ...added];
    if (this.#busy === null) await this.#readAll();
  }

  remove(id: number): void {
    this.#entries = this.#entries.filter((entry) => entry.id !== id);
  }

  rename(id: number, title: string): void {
    this.#change(id, { title });
  }

  /** Ends reading or creating after the file at hand. Files that were not read leave the list. */
  stop(): void {
    this.#stopped = true;
  }

  /** Creates the scripts and returns them. What fails stays in the list with its reason and can be tried again. */
  async create(): Promise<Queued[]> {
    if (this.#busy !== null) return [];
    this.#busy = 'create';
    this.#stopped = false;
    const items: Queued[] = [];
    for (const { id } of this.ready) {
      if (this.#stopped) break;
      const entry = this.#entries.find((one) => one.id === id);
      const item = entry && (await this.#createOne(entry));
      if (item) items.push(item);
    }
    this.#busy = null;
    return items;
  }

  async #createOne({ id, file, found, title, words }: ImportEntry): Promise<Queued | null> {
    if (!found || title.trim() === '') return null;
    this.#change(id, { state: 'creating', problem: null });
    const { markdown: text, pictures, comments } = found;
    const script = { ...this.#target, title: title.trim(), words, name: file.name, text, pictures, comments };
    try {
      const result = await importScript(this.#deps, script);
      if ('item' in result) {
        this.#change(id, { state: 'created' });
        return result.item;
      }
      const unsaved = {
        title: 'The script’s pictures couldn’t be saved',
        text: 'unsaved' in result ? result.unsaved : '',
      };
      this.#change(id, { state: 'ready', problem: 'failure' in result ? explain(result.failure) : unsaved });
    } catch {
      const problem = {
        title: 'The script couldn’t be saved',
        text: 'Check that there is space on the disk and try again.',
      };
      this.#change(id, { state: 'ready', problem });
    }
    return null;
  }

  async #readAll(): Promise<void> {
    this.#busy = 'read';
    this.#stopped = false;
    const next = (): ImportEntry | undefined => this.#entries.find(({ state }) => state === 'waiting');
    for (let entry = next(); entry && !this.#stopped; entry = next()) await this.#readOne(entry);
    this.#entries = this.#entries.filter(({ state }) => state !== 'waiting');
    this.#busy = null;
  }

  /** A service takes the text alone, so its other readers do not have the pictures. */
  #withPlace(found: Imported): Imported {
    if (found.pictures.length === 0 || this.#target.account === LOCAL_ACCOUNT) return found;
    const note = 'Pictures stay on this computer. Others who open this script see their descriptions.';
    return { ...found, notes: [...found.notes, note] };
  }

  async #readOne({ id, file, path }: ImportEntry): Promise<void> {
    this.#change(id, { state: 'reading' });
    try {
      const beside = await this.#pictures.beside({ file, path, inFolder: true });
      const found = this.#withPlace(await this.#read(file, beside));
      this.#change(id, { state: 'ready', found, title: found.title, words: scriptWords(found.markdown) });
    } catch (error) {
      const { title, text } =
        error instanceof ImportError ? error : new ImportError(`“${file.name}” couldn’t be read.`);
      this.#change(id, { state: 'refused', problem: { title, text } });
    }
  }

  #change(id: number, change: Partial<ImportEntry>): void {
    this.#entries = this.#entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry));
  }
}

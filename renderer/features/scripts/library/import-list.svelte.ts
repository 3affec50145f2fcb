import { LOCAL_ACCOUNT } from '#contract/values.ts';
import { countScriptWords } from '#markdown/spoken-pieces.ts';
import { explain } from '#renderer/bridge/faults.ts';
import type { QueuedItem } from '#renderer/outbox/outbox-item.ts';
import type { ChosenFile } from '#renderer/shared/chosen-files.ts';
import { FolderPictures, isPicture } from '#renderer/shared/folder-pictures.ts';
import { unzipAll } from '#renderer/shared/unzip-files.ts';
import { importFile, ImportError, isImportable, type ImportedText } from '#renderer/shared/import-file.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { importScript } from './import-script.ts';

/** The most files of one import; their texts stay in memory until their scripts are created. */
export const MAX_FILES = 300;

/** One file of an import. */
export interface ImportEntry {
  readonly id: number;
  readonly file: File;
  readonly path: string;
  readonly state: 'waiting' | 'reading' | 'ready' | 'creating' | 'created' | 'refused';
  readonly imported: ImportedText | null;
  readonly title: string;
  readonly wordCount: number;
  /** The reason why the file is refused or its script could not be created. */
  readonly problem: { readonly title: string; readonly text: string } | null;
}

interface Target {
  readonly account: string;
  readonly channelId: number;
}

type Deps = Pick<AppState, 'bridge' | 'drafts' | 'outbox' | 'store'>;

const isSame = (entry: ImportEntry, { file, path }: ChosenFile): boolean =>
  entry.path === path && entry.file.size === file.size && entry.file.lastModified === file.lastModified;

/** Reads files one after the other, then creates one script from each readable file. */
export class ImportList {
  readonly #deps: Deps;
  readonly #target: Target;
  readonly #importFile: typeof importFile;
  #entries = $state.raw<readonly ImportEntry[]>([]);
  #skippedCount = $state(0);
  #overflowCount = $state(0);
  #activity = $state<'read' | 'create' | null>(null);
  #isStopped = false;
  #lastId = 0;
  readonly #pictures = new FolderPictures();

  constructor(deps: Deps, target: Target, read = importFile) {
    this.#deps = deps;
    this.#target = target;
    this.#importFile = read;
  }

  get entries(): readonly ImportEntry[] {
    return this.#entries;
  }

  /** The number of files of other types in the chosen folders, without pictures. */
  get skippedCount(): number {
    return this.#skippedCount;
  }

  /** The number of files beyond `MAX_FILES`. */
  get overflowCount(): number {
    return this.#overflowCount;
  }

  get activity(): 'read' | 'create' | null {
    return this.#activity;
  }

  get readyEntries(): readonly ImportEntry[] {
    return this.#entries.filter(({ state }) => state === 'ready' || state === 'creating');
  }

  /** The number of entries that the running activity has finished. */
  get doneCount(): number {
    const unfinishedStates = this.#activity === 'read' ? /^(?:waiting|reading)$/ : /^(?:ready|creating)$/;
    return this.#entries.filter(({ state }) => !unfinishedStates.test(state)).length;
  }

  /** Adds files and reads them. A file that is in the list already is not added again. */
  async add(files: readonly ChosenFile[]): Promise<void> {
    const chosenFiles = await unzipAll(files);
    this.#pictures.add(chosenFiles);
    const hasText = chosenFiles.some(({ file }) => isImportable(file.name));
    const importableFiles = chosenFiles.filter(({ file, inFolder }) =>
      isPicture(file.name) ? !inFolder && !hasText : !inFolder || isImportable(file.name),
    );
    this.#skippedCount += chosenFiles.filter(
      (item) => !importableFiles.includes(item) && !isPicture(item.file.name),
    ).length;
    const newFiles = importableFiles.filter(
      (candidate, index) =>
        !this.#entries.some((entry) => isSame(entry, candidate)) &&
        importableFiles.findIndex(({ file, path }) => path === candidate.path && file.size === candidate.file.size) ===
          index,
    );
    const maxAdded = Math.max(0, MAX_FILES - this.#entries.length);
    this.#overflowCount += Math.max(0, newFiles.length - maxAdded);
    const newEntries = newFiles.slice(0, maxAdded).map(({ file, path }): ImportEntry => ({
      id: (this.#lastId += 1),
      file,
      path,
      state: 'waiting',
      imported: null,
      title: '',
      wordCount: 0,
      problem: null,
    }));
    this.#entries = [...this.#entries, ...newEntries];
    if (this.#activity === null) await this.#readAll();
  }

  remove(id: number): void {
    this.#entries = this.#entries.filter((entry) => entry.id !== id);
  }

  rename(id: number, title: string): void {
    this.#change(id, { title });
  }

  /** Stops after the current file. Unread files leave the list. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Creates the scripts and returns them. A failed file stays in the list with its reason and can be retried. */
  async create(): Promise<QueuedItem[]> {
    if (this.#activity !== null) return [];
    this.#activity = 'create';
    this.#isStopped = false;
    const items: QueuedItem[] = [];
    for (const { id } of this.readyEntries) {
      if (this.#isStopped) break;
      const entry = this.#entries.find((entry) => entry.id === id);
      const item = entry && (await this.#createOne(entry));
      if (item) items.push(item);
    }
    this.#activity = null;
    return items;
  }

  async #createOne({ id, file, imported, title, wordCount }: ImportEntry): Promise<QueuedItem | null> {
    if (!imported || title.trim() === '') return null;
    this.#change(id, { state: 'creating', problem: null });
    const { markdown: text, pictures, comments } = imported;
    const script = { ...this.#target, title: title.trim(), wordCount, fileName: file.name, text, pictures, comments };
    try {
      const result = await importScript(this.#deps, script);
      if ('item' in result) {
        this.#change(id, { state: 'created' });
        return result.item;
      }
      const pictureProblem = {
        title: 'The script’s pictures couldn’t be saved',
        text: 'unsaved' in result ? result.unsaved : '',
      };
      this.#change(id, { state: 'ready', problem: 'failure' in result ? explain(result.failure) : pictureProblem });
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
    this.#activity = 'read';
    this.#isStopped = false;
    const findNext = (): ImportEntry | undefined => this.#entries.find(({ state }) => state === 'waiting');
    for (let entry = findNext(); entry && !this.#isStopped; entry = findNext()) await this.#readOne(entry);
    this.#entries = this.#entries.filter(({ state }) => state !== 'waiting');
    this.#activity = null;
  }

  /** Adds a note that services store only the text, so others don't get the pictures. */
  #addPictureNote(importedScript: ImportedText): ImportedText {
    if (importedScript.pictures.length === 0 || this.#target.account === LOCAL_ACCOUNT) return importedScript;
    const note = 'Pictures stay on this computer. Others who open this script see their descriptions.';
    return { ...importedScript, notes: [...importedScript.notes, note] };
  }

  async #readOne({ id, file, path }: ImportEntry): Promise<void> {
    this.#change(id, { state: 'reading' });
    try {
      const picturesBeside = await this.#pictures.findPicturesBeside({ file, path, inFolder: true });
      const importedScript = this.#addPictureNote(await this.#importFile(file, picturesBeside));
      this.#change(id, {
        state: 'ready',
        imported: importedScript,
        title: importedScript.title,
        wordCount: countScriptWords(importedScript.markdown),
      });
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

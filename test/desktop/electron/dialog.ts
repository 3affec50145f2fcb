import { bus } from './runtime.ts';

type Kind = 'save' | 'open' | 'message';
type Answers = {
  save: Electron.SaveDialogReturnValue;
  open: Electron.OpenDialogReturnValue;
  message: Electron.MessageBoxReturnValue;
};

/** A dialog as a test sees it. */
export interface OpenDialog {
  readonly id: number;
  readonly kind: Kind;
  /** The options without icons, which JSON can't hold. */
  readonly options: Electron.SaveDialogOptions & Electron.OpenDialogOptions & Partial<Electron.MessageBoxOptions>;
  /** Title of its window; null if it has none. */
  readonly parent: string | null;
}

const answers = new Map<number, (answer: never) => void>();
const newDialogs: OpenDialog[] = [];
const errors: { title: string; content: string }[] = [];
let lastId = 0;

type Parent = { getTitle(): string };
const isParent = (value: unknown): value is Parent =>
  typeof value === 'object' && value !== null && 'getTitle' in value;

function show<K extends Kind>(kind: K, args: unknown[]): Promise<Answers[K]> {
  const [first, second] = args;
  const parent = isParent(first) ? first.getTitle() : null;
  const options = (isParent(first) || first === undefined ? second : first) ?? {};
  const dialog = { id: ++lastId, kind, options: JSON.parse(JSON.stringify(options)) as OpenDialog['options'], parent };
  const { signal, cancelId = 0 } = options as Partial<Electron.MessageBoxOptions>;
  return new Promise((resolve) => {
    answers.set(dialog.id, resolve);
    // Electron resolves an aborted message box as cancelled.
    signal?.addEventListener('abort', () => {
      if (answers.has(dialog.id)) answer(dialog.id, { response: cancelId, checkboxChecked: false });
    });
    newDialogs.push(dialog);
    bus.emit('dialog');
  });
}

/** Callers may detach these methods, so they don't use `this`. */
export const dialog = {
  showSaveDialog: (...args: unknown[]) => show('save', args),
  showOpenDialog: (...args: unknown[]) => show('open', args),
  showMessageBox: (...args: unknown[]) => show('message', args),
  showErrorBox: (title: string, content: string): void => {
    errors.push({ title, content });
    bus.emit('error-box');
    process.stderr.write(`${title}: ${content}\n`);
  },
};

async function waitForDialog(kind: Kind): Promise<OpenDialog> {
  for (;;) {
    const index = newDialogs.findIndex((candidate) => candidate.kind === kind);
    const [next] = index < 0 ? [] : newDialogs.splice(index, 1);
    if (next) return next;
    await new Promise((resolve) => bus.once('dialog', resolve));
  }
}

async function waitForError(): Promise<{ title: string; content: string }> {
  for (;;) {
    const error = errors.shift();
    if (error) return error;
    await new Promise((resolve) => bus.once('error-box', resolve));
  }
}

function answer(id: number, value: Answers[Kind]): void {
  const resolve = answers.get(id) as ((answer: Answers[Kind]) => void) | undefined;
  if (!resolve) throw new Error('This dialog is closed.');
  answers.delete(id);
  resolve(value);
}

export const dialogControls = {
  /** Waits for a dialog of this kind; each is returned once. */
  next: waitForDialog,
  /** Waits for an error box; each is returned once. */
  nextError: waitForError,
  /** Number of dialogs that wait for an answer. */
  waiting: (): number => answers.size,
  choosePath: (id: number, filePath: string): void => answer(id, { canceled: false, filePath }),
  choosePaths: (id: number, filePaths: string[]): void => answer(id, { canceled: false, filePaths }),
  cancel: (id: number): void => answer(id, { canceled: true, filePath: '', filePaths: [] }),
  /** Presses a button of a message box by its index in `buttons`. */
  press: (id: number, response: number, checkboxChecked = false): void => answer(id, { response, checkboxChecked }),
};

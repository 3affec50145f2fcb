import { bus } from './runtime.ts';

type Kind = 'save' | 'open' | 'message';
type Answers = {
  save: Electron.SaveDialogReturnValue;
  open: Electron.OpenDialogReturnValue;
  message: Electron.MessageBoxReturnValue;
};

/** Shows a dialog as a test sees it. */
export interface OpenDialog {
  readonly id: number;
  readonly kind: Kind;
  /** Contains only data; icons are left out. */
  readonly options: Electron.SaveDialogOptions & Electron.OpenDialogOptions & Partial<Electron.MessageBoxOptions>;
  /** Is the title of the window it belongs to; null if it stands alone. */
  readonly parent: string | null;
}

const answers = new Map<number, (answer: never) => void>();
const unseen: OpenDialog[] = [];
const errors: { title: string; content: string }[] = [];
let last = 0;

type Parent = { getTitle(): string };
const isParent = (value: unknown): value is Parent =>
  typeof value === 'object' && value !== null && 'getTitle' in value;

function show<K extends Kind>(kind: K, args: unknown[]): Promise<Answers[K]> {
  const [first, second] = args;
  const parent = isParent(first) ? first.getTitle() : null;
  const options = (isParent(first) || first === undefined ? second : first) ?? {};
  const dialog = { id: ++last, kind, options: JSON.parse(JSON.stringify(options)) as OpenDialog['options'], parent };
  const { signal, cancelId = 0 } = options as Partial<Electron.MessageBoxOptions>;
  return new Promise((resolve) => {
    answers.set(dialog.id, resolve);
    // Electron answers a question that is withdrawn as if it was cancelled.
    signal?.addEventListener('abort', () => {
      if (answers.has(dialog.id)) answer(dialog.id, { response: cancelId, checkboxChecked: false });
    });
    unseen.push(dialog);
    bus.emit('dialog');
  });
}

/** Electron calls these without their object. */
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

async function nextOf(kind: Kind): Promise<OpenDialog> {
  for (;;) {
    const at = unseen.findIndex((one) => one.kind === kind);
    const [found] = at < 0 ? [] : unseen.splice(at, 1);
    if (found) return found;
    await new Promise((resolve) => bus.once('dialog', resolve));
  }
}

async function nextError(): Promise<{ title: string; content: string }> {
  for (;;) {
    const found = errors.shift();
    if (found) return found;
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
  next: nextOf,
  /** Waits for an error box; each is returned once. */
  nextError,
  /** Counts the dialogs that wait for an answer. */
  waiting: (): number => answers.size,
  choosePath: (id: number, filePath: string): void => answer(id, { canceled: false, filePath }),
  choosePaths: (id: number, filePaths: string[]): void => answer(id, { canceled: false, filePaths }),
  cancel: (id: number): void => answer(id, { canceled: true, filePath: '', filePaths: [] }),
  /** Presses a button of a message box by its place in `buttons`. */
  press: (id: number, response: number, checkboxChecked = false): void => answer(id, { response, checkboxChecked }),
};

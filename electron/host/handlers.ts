import type { AppInfo, CallOutput, CallParsed } from '#contract/bridge.ts';
import type { JournalEntry } from '#contract/journal.ts';
import type { DESKTOP_CALLS } from '#contract/desktop-features.ts';
import type { Accounts } from './accounts.ts';
import { CancellableCalls } from './cancellable-calls.ts';
import type { Archives } from './archive/archives.ts';
import type { PreloadedDrafts } from './preloaded-draft.ts';
import type { Handlers } from './dispatch.ts';
import type { HostLog } from './host-log.ts';
import type { Journal } from './journal.ts';
import type { LiveConnection } from './live.ts';
import type { Media } from './media/media.ts';
import type { PdfMaker } from './pdf/pdf-maker.ts';
import type { Pictures } from './pictures.ts';
import type { OpenedFiles } from './opened-files.ts';
import type { HostPorts, SaveFileAnswer } from './ports.ts';
import type { RunWatcher } from './run-watcher.ts';
import type { ScriptPictures } from './script-pictures.ts';
import type { ServiceSupervisor } from './service-supervisor.ts';
import type { SettingsStore } from './settings.ts';
import { isLocalKey } from './workspace-reset.ts';
import type { Storage } from './storage.ts';
import type { Updates } from './updates.ts';

export interface HostParts {
  shell: AppInfo['shell'];
  version: string;
  firstStart: boolean;
  hostLog: HostLog;
  problems: string[];
  ports: HostPorts;
  settings: SettingsStore;
  accounts: Accounts;
  archives: Archives;
  preloadedDrafts: PreloadedDrafts;
  journal: Journal;
  live: LiveConnection;
  media: Media;
  openedFiles: OpenedFiles;
  pdfMaker: PdfMaker;
  pictures: Pictures;
  runs: RunWatcher;
  scriptPictures: ScriptPictures;
  service: ServiceSupervisor;
  storage: Storage;
  updates: Updates;
  reset: (sample: boolean) => Promise<void>;
  /** The time of the local workspace's last reset (ISO); null if there was none. */
  localSince: string | null;
}

/** Diagnostics shows at most this many log entries. */
const MAX_LOG_ENTRIES = 300;
const PLATFORMS = ['darwin', 'win32', 'linux'] as const;
const getPlatform = (): AppInfo['platform'] => PLATFORMS.find((p) => p === process.platform) ?? 'other';

const FILE_TYPES: Record<CallParsed<'files.save'>['mime'], { name: string; extensions: string[] }> = {
  'text/markdown': { name: 'Markdown', extensions: ['md'] },
  'text/html': { name: 'Web page', extensions: ['html'] },
  'text/plain': { name: 'Plain text', extensions: ['txt', 'fountain', 'edl'] },
  'application/x-subrip': { name: 'Captions', extensions: ['srt'] },
  'application/pdf': { name: 'PDF', extensions: ['pdf'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { name: 'Word', extensions: ['docx'] },
  'application/zip': { name: 'Zip file', extensions: ['zip'] },
  'application/json': { name: 'JSON', extensions: ['json'] },
  'image/png': { name: 'PNG', extensions: ['png'] },
  'image/jpeg': { name: 'JPEG', extensions: ['jpg'] },
  'image/webp': { name: 'WebP', extensions: ['webp'] },
  'text/csv': { name: 'Table', extensions: ['csv'] },
  'text/calendar': { name: 'Calendar', extensions: ['ics'] },
  'text/vtt': { name: 'Captions', extensions: ['vtt'] },
  'application/xml': { name: 'Final Cut Pro', extensions: ['fcpxml'] },
};

function saveFile({ saveFile: save }: HostPorts, input: CallParsed<'files.save'>): Promise<CallOutput<'files.save'>> {
  const { suggested_name: suggestedName, mime, encoding } = input;
  const content = encoding === 'base64' ? Buffer.from(input.content, 'base64') : input.content;
  return runSave(save && (() => save({ suggestedName, filters: [FILE_TYPES[mime]], content })));
}

function saveFolder(
  { saveFolder: save }: HostPorts,
  { files }: CallParsed<'files.saveFolder'>,
): Promise<CallOutput<'files.saveFolder'>> {
  const contents = files.map(({ name, base64 }) => ({ name, content: Buffer.from(base64, 'base64') }));
  return runSave(save && (() => save(contents)));
}

async function runSave(save: (() => Promise<SaveFileAnswer>) | null): Promise<CallOutput<'files.save'>> {
  if (!save) return { outcome: 'unsupported' };
  try {
    const answer = await save();
    return answer.saved ? { outcome: 'saved', name: answer.name } : { outcome: 'cancelled' };
  } catch (error) {
    return { outcome: 'failed', message: error instanceof Error ? error.message : 'The file couldn’t be saved.' };
  }
}

async function openLink(ports: HostPorts, href: string): Promise<CallOutput<'links.open'>> {
  if (!URL.canParse(href) || new URL(href).protocol !== 'https:') return { outcome: 'refused' };
  if (!ports.openExternal) return { outcome: 'unsupported' };
  return { outcome: await ports.openExternal(href) };
}

/** Rejects texts of the previous workspace as stale: a window that missed a reset still holds them. */
async function writeJournal(
  { journal, localSince }: HostParts,
  entries: readonly JournalEntry[],
): Promise<CallOutput<'journal.write'>> {
  const outdatedEntries = entries.filter(
    ({ key, updated_at: at }) => localSince !== null && isLocalKey(key) && at < localSince,
  );
  const current = entries.filter((entry) => !outdatedEntries.includes(entry));
  const result = current.length === 0 ? ({ ok: true, stale: [] } as const) : await journal.write(current);
  return result.ok ? { ok: true, stale: [...result.stale, ...outdatedEntries.map(({ key }) => key)] } : result;
}

type ArchiveCalls = Pick<Handlers, Extract<keyof Handlers, `archive.${string}`>>;

const createArchiveCalls = (archives: HostParts['archives']): ArchiveCalls => ({
  'archive.make': (input) => archives.make(input),
  'archive.save': (input) => archives.save(input),
  'archive.read': (input) => archives.read(input),
  'archive.put': (input) => archives.put(input),
  'archive.inspect': (input) => archives.inspect(input),
  'archive.import': (input) => archives.import(input),
  'archive.drop': (input) => archives.drop(input),
});

type UpdateCalls = Pick<Handlers, Extract<keyof Handlers, `updates.${string}`>>;

const createUpdateCalls = (updates: HostParts['updates']): UpdateCalls => ({
  'updates.state': () => updates.state,
  'updates.check': () => updates.check(),
  'updates.download': () => updates.download(),
  'updates.restart': () => updates.restart(),
});

const createDesktopCalls = ({ ports, openedFiles }: HostParts): Pick<Handlers, keyof typeof DESKTOP_CALLS> => ({
  'capture.state': () => ({ state: ports.captureState?.() ?? 'unsupported' }),
  'spelling.state': () => ports.spellingState?.() ?? { by: 'system' },
  'files.takeOpened': async () => ({ file: await openedFiles.take() }),
  'files.openFolder': async () => ({ opened: (await ports.openExportFolder?.()) ?? false }),
});

const createRunCalls = (runs: RunWatcher): Pick<Handlers, Extract<keyof Handlers, `runs.${string}`>> => ({
  'runs.list': () => ({ runs: runs.list() }),
  'runs.start': (input) => runs.start(input),
  'runs.lookUp': async ({ id }) => ({ run: await runs.lookUp(id) }),
  'runs.live': ({ id }) => ({ text: runs.getText(id) }),
  'runs.cancel': ({ id }) => runs.cancel(id),
  'runs.seen': async ({ ids }) => (await runs.markSeen(ids), { ok: true }),
  'runs.dismiss': async ({ id }) => (await runs.dismiss(id), { ok: true }),
});

function createApiCalls({ accounts, live, pictures }: HostParts): Pick<Handlers, 'api.call' | 'api.cancel'> {
  const calls = new CancellableCalls();
  return {
    'api.call': async ({ account, background = false, call_id: id, ...request }, { windowId }) => {
      const outcome = await calls.run(id, (signal) => accounts.send(account, request, { background, signal }));
      if (outcome.kind === 'answer' && outcome.status < 300) {
        live.notifyOtherWindows(account, request.operation, windowId);
        pictures.noteAddresses(account, request.operation, outcome.body);
      }
      return outcome;
    },
    'api.cancel': ({ call_id: id }) => (calls.cancel(id), {}),
  };
}

export function createHandlers(parts: HostParts): Handlers {
  const { accounts, archives, journal, runs, service, settings, ports, updates } = parts;
  return {
    'app.info': () => ({
      shell: parts.shell,
      version: parts.version,
      platform: getPlatform(),
      first_start: parts.firstStart,
      service: service.state,
      settings: settings.value,
      accounts: accounts.list(),
      local_since: parts.localSince,
      problems: parts.problems,
    }),
    ...createApiCalls(parts),
    'accounts.list': () => accounts.list(),
    'accounts.connect': (input) => accounts.connect(input),
    'accounts.join': (input) => accounts.join(input),
    'accounts.use': ({ id }) => accounts.use(id),
    'accounts.check': ({ id }) => accounts.check(id),
    'accounts.signOut': ({ id }) => accounts.signOut(id),
    'accounts.remove': ({ id }) => accounts.remove(id),
    'page.preload': ({ account, keys }) => {
      parts.preloadedDrafts.set(account, keys);
      return { ok: true };
    },
    'journal.list': () => ({ entries: journal.list() }),
    'journal.read': async ({ keys }) => ({ entries: await journal.read(keys) }),
    'journal.write': ({ entries }) => writeJournal(parts, entries),
    'journal.remove': async ({ entries }) => {
      await journal.remove(entries);
      return {};
    },
    ...createRunCalls(runs),
    'pictures.read': (input) => parts.pictures.read(input),
    'scriptPictures.put': (input) => parts.scriptPictures.put(input),
    'pdf.make': (input) => parts.pdfMaker.make(input),
    'video.keep': (input) => parts.media.keep(input),
    'video.save': (input) => parts.media.save(input),
    'handOff.save': (input) => parts.media.saveHandOff(input),
    'attachment.save': (input) => parts.media.saveAttachment(input),
    'files.save': (input) => saveFile(ports, input),
    'files.saveFolder': (input) => saveFolder(ports, input),
    ...createArchiveCalls(archives),
    'notify.show': (notification) => (ports.notify(notification), { ok: true }),
    'links.open': ({ href }) => openLink(ports, href),
    'log.write': ({ entries }) => (parts.hostLog.writeWindowEntries(entries), { ok: true }),
    'log.read': () => parts.hostLog.file.readLast(MAX_LOG_ENTRIES),
    'log.openFolder': async () => ({ opened: await ports.openFolder(parts.hostLog.file.folder) }),
    'storage.used': () => parts.storage.measure(),
    'storage.clear': ({ part }) => parts.storage.clear(part),
    ...createDesktopCalls(parts),
    ...createUpdateCalls(updates),
    'settings.set': (changes) => settings.set(changes),
    'service.restart': async () => (await service.restart(), service.state),
    'workspace.reset': async ({ sample }) => (await parts.reset(sample), service.state),
  };
}

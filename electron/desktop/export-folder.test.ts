/** Exports through the system's dialogs on the stand-in and checks where they open. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeDurable } from '#platform/durable-file.ts';
import { ExportFolder } from './export-folder.ts';
import { createFileSaver, createFolderSaver, type WriteDurably } from './files.ts';
import { createStandIn } from './testing/electron-stand-in.ts';
import { openApp, createTemporaryFolder } from './testing/app.ts';

const noteFile = { suggestedName: 'Note.md', filters: [], content: 'Night' };
const files = [{ name: 'a.md', content: Buffer.from('a') }];

/** Makes folders to export to; `start` runs the dialogs as one start of the app does, on the same data each time. */
async function setUp() {
  const root = await createTemporaryFolder();
  const [documents, chosenFolder] = [join(root, 'Documents'), join(root, 'chosen')];
  await mkdir(documents);
  await mkdir(chosenFolder);
  const start = (write: WriteDurably = writeDurable) => {
    const { record, api } = createStandIn();
    const exportFolder = new ExportFolder({ file: join(root, 'export-folder.json'), documents, write: writeDurable });
    const getOpenedPath = (): unknown => (record.saves.at(-1) ?? record.folders.at(-1))?.defaultPath;
    return {
      record,
      getOpenedPath,
      saveOne: createFileSaver(api.dialog, write, exportFolder),
      saveMany: createFolderSaver(api.dialog, write, exportFolder),
    };
  };
  return { root, documents, chosen: chosenFolder, start };
}

describe('the folder of an export', () => {
  it('is Documents at first, then the folder of the last export, also after a restart', async () => {
    const { documents, chosen, start } = await setUp();
    const first = start();
    first.record.savePath = join(chosen, 'Other name.md');
    await first.saveOne(noteFile);
    expect(first.getOpenedPath()).toBe(join(documents, 'Note.md'));
    await first.saveOne(noteFile);
    expect(first.getOpenedPath()).toBe(join(chosen, 'Note.md'));
    const second = start();
    await second.saveMany(files);
    expect(second.getOpenedPath()).toBe(chosen);
  });

  it('is shared by the dialogs for one file and for several', async () => {
    const { chosen, start } = await setUp();
    const { record, saveOne, saveMany, getOpenedPath } = start();
    record.folderPath = chosen;
    await saveMany(files);
    await saveOne(noteFile);
    expect(getOpenedPath()).toBe(join(chosen, 'Note.md'));
  });

  it('falls back to Documents when it is gone, and to the system’s choice without Documents', async () => {
    const { documents, chosen, start } = await setUp();
    const { record, saveOne, getOpenedPath } = start();
    record.savePath = join(chosen, 'Note.md');
    await saveOne(noteFile);
    await rm(chosen, { recursive: true });
    record.savePath = '';
    await saveOne(noteFile);
    expect(getOpenedPath()).toBe(join(documents, 'Note.md'));
    await rm(documents, { recursive: true });
    await saveOne(noteFile);
    expect(getOpenedPath()).toBe('Note.md');
  });

  it('stays when an export is cancelled or fails', async () => {
    const { documents, chosen, start } = await setUp();
    const { record, saveOne, getOpenedPath } = start(() =>
      Promise.reject(Object.assign(new Error('no'), { code: 'EROFS' })),
    );
    await saveOne(noteFile);
    record.savePath = join(chosen, 'Note.md');
    await expect(saveOne(noteFile)).rejects.toThrow(/read-only/);
    await saveOne(noteFile).catch(() => undefined);
    expect(getOpenedPath()).toBe(join(documents, 'Note.md'));
  });

  it('is Documents when the file that remembers it is damaged', async () => {
    const { root, documents, start } = await setUp();
    await writeFile(join(root, 'export-folder.json'), '{"folder":7}');
    const { saveOne, getOpenedPath } = start();
    await saveOne(noteFile);
    expect(getOpenedPath()).toBe(join(documents, 'Note.md'));
  });

  it('is remembered in the data folder, and shown when asked for', async () => {
    const folder = await createTemporaryFolder();
    const { hostOptions, electron, folder: data } = await openApp();
    electron.record.savePath = join(folder, 'Note.md');
    await hostOptions.ports.saveFile!(noteFile);
    const exportFolder = new ExportFolder({
      file: join(data, 'export-folder.json'),
      documents: '/',
      write: writeDurable,
    });
    expect(await exportFolder.getCurrent()).toBe(folder);
    expect(await hostOptions.ports.openExportFolder!()).toBe(true);
    expect(electron.record.opened).toEqual([folder]);
  });
});

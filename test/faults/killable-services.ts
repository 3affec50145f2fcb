import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach } from 'vitest';

import { type Program, SERVICE, startProgram } from '#test/support/program.ts';
import { removeFolder } from '#test/support/remove-folder.ts';

export interface KillableService {
  readonly child: Program;
  readonly base_url: string;
  readonly token: string;
}

/** Runs the built service, which starts faster than its sources; each test leaves no process and no folder. */
export function createKillableServices(...args: readonly string[]) {
  const folders: string[] = [];
  const children: Program[] = [];
  const end = (child: Program, signal: NodeJS.Signals): Promise<number | null> => {
    child.process.kill(signal);
    return child.ended;
  };
  afterEach(async () => {
    for (const child of children.splice(0)) await end(child, 'SIGKILL');
    for (const folder of folders.splice(0)) await removeFolder(folder);
  });
  return {
    end,
    newFolder: async (): Promise<string> => {
      const folder = await mkdtemp(join(tmpdir(), 'cutaway-kill-'));
      folders.push(folder);
      return folder;
    },
    start: async (folder: string): Promise<KillableService> => {
      const child = startProgram([...SERVICE, '--data', folder, '--rate-limits', 'off', ...args]);
      children.push(child);
      const line = await child.ready;
      if (!line) throw new Error(child.getStderr());
      return { child, base_url: String(line['base_url']), token: String(line['token']) };
    },
  };
}

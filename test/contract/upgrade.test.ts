/** Tests that the current service shows everything in a workspace of version 0.1. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { countScripts, type Row, WORKSPACE_0_1 as workspace, writeWorkspace01 } from '#test/support/old-workspace.ts';
import { type Program, SERVICE, startProgram } from '#test/support/program.ts';
import { removeFolder } from '#test/support/remove-folder.ts';

describe('a workspace of version 0.1 after the upgrade', () => {
  const getRows = (table: string): readonly Row[] => workspace.tables[table] ?? [];
  let folder: string;
  let dataDir: string;
  let program: Program;
  let baseUrl: string;
  let token: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cutaway-upgrade-'));
    dataDir = join(folder, 'service');
    await writeWorkspace01(dataDir);
    program = startProgram([...SERVICE, '--data', dataDir, '--port', '0']);
    const ready = (await program.ready) as { base_url: string; token: string } | null;
    if (!ready) throw new Error(program.getStderr());
    ({ base_url: baseUrl, token } = ready);
  }, 300_000);
  afterAll(async () => {
    program.process.kill('SIGTERM');
    await program.ended;
    await removeFolder(folder);
  });

  const get = async (path: string): Promise<Record<string, unknown>> => {
    const response = await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${token}` } });
    expect(response.status, path).toBe(200);
    return (await response.json()) as Record<string, unknown>;
  };
  const toIds = (list: unknown): unknown[] => (list as { id: unknown }[]).map(({ id }) => id).sort();
  const listIds = (table: string, channel: number): unknown[] =>
    toIds(getRows(table).filter(({ channel_id }) => channel_id === channel));

  test.each([1, 2])('has every idea and script of channel %i', async (channel) => {
    const ideas = await get(`/api/v1/channels/${channel}/ideas?per_page=100`);
    expect(toIds(ideas['data'])).toEqual(listIds('ideas', channel));
    const scripts = await get(`/api/v1/channels/${channel}/scripts?per_page=100`);
    expect(toIds(scripts['data'])).toEqual(listIds('scripts', channel));
  });

  test('has every text unchanged', async () => {
    expect(getRows('scripts').length).toBeGreaterThan(5);
    for (const { id, body, outline } of getRows('scripts')) {
      const { data } = await get(`/api/v1/scripts/${String(id)}/content`);
      expect(data).toMatchObject({ script: body, outline });
    }
  });

  test('has the comments and plans of a script', async () => {
    const { data } = await get('/api/v1/projects/project:v1:script:8/comments');
    expect(data).toMatchObject([{ body: 'Said before the upgrade' }]);
    const scheduledRow = getRows('project_production').find(({ publish_at }) => publish_at !== null);
    expect(scheduledRow).toBeDefined();
  });

  test('has its bookmarks, credit ledger and videos', async () => {
    expect((await get('/api/v1/intel/bookmarks'))['data']).toHaveLength(getRows('bookmarks').length);
    expect((await get('/local/v1/credits/ledger'))['data']).toHaveLength(getRows('credit_ledger').length);
    const videos = await get('/api/v1/video/projects');
    expect(toIds(videos['data'])).toEqual(toIds(getRows('video_projects')));
  });

  test('is kept unchanged in a backup that version 0.1 can open', async () => {
    const backups = readdirSync(join(dataDir, 'backups'));
    expect(backups).toEqual([expect.stringMatching(/-from-14-to-\d+$/)]);
    expect(await countScripts(join(dataDir, 'backups', backups[0] ?? ''))).toBe(getRows('scripts').length);
  });

  test('gives new rows ids after the old ones', async () => {
    const response = await fetch(`${baseUrl}/api/v1/channels/1/ideas`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'Written after the upgrade' }),
    });
    expect(response.status).toBe(201);
    const { data } = (await response.json()) as { data: { id: number } };
    expect(data.id).toBeGreaterThan(Math.max(...getRows('ideas').map(({ id }) => Number(id))));
  });
});

/** Sends nonsense to the built browser shell: every frame is answered, and the shell keeps running. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { type Program, SHELL, startProgram } from '#test/support/program.ts';

let folder: string;
let shell: Program;

/** Signs in with the ticket like a window and opens the bridge. */
async function openBridge(): Promise<WebSocket> {
  const url = new URL((await shell.ready)?.['url'] as string);
  const { headers } = await fetch(url, { redirect: 'manual' });
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const socket = new WebSocket(`ws://${url.host}/bridge`, { headers: { cookie, origin: url.origin } });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socket;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutaway-frames-'));
  shell = startProgram([...SHELL, '--data', folder]);
});
afterAll(async () => {
  shell.process.kill('SIGTERM');
  expect(await shell.ended).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

test('invalid messages are answered with a fault, and valid calls still work', async () => {
  const socket = await openBridge();
  const answers: Record<string, unknown>[] = [];
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Record<string, unknown>;
    if ('id' in answer) answers.push(answer);
  });
  const badFrames = [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"id":1}',
    '{"call":"app.info"}',
    '{"id":{},"call":"app.info","input":{}}',
    '{"id":1,"call":"nothing","input":{}}',
    '{"id":1,"call":"__proto__","input":{}}',
    '{"id":1,"call":"constructor","input":{}}',
    '{"id":1,"call":"journal.write","input":{"entries":[{"key":"../../etc/passwd","rev":1,"updated_at":"","value":{}}]}}',
    '{"id":1,"call":"journal.read","input":{"keys":["draft/../../x"]}}',
    '{"id":1,"call":"api.call","input":{"account":"local","operation":"toString"}}',
    '{"id":1,"call":"settings.set","input":{"pace":1e9}}',
    '{"id":1,"call":"settings.set","input":{"unknown":true}}',
    `{"id":1,"call":"app.info","input":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
  ];
  for (const frame of badFrames) socket.send(frame);
  socket.send(Buffer.from([0xff, 0xfe, 0x00]));
  socket.send('{"id":"last","call":"app.info","input":{}}');
  await expect.poll(() => answers.some(({ id }) => id === 'last')).toBe(true);
  await expect.poll(() => answers.length).toBe(badFrames.length + 2);
  for (const answer of answers.filter(({ id }) => id !== 'last')) {
    expect(answer).toMatchObject({ fault: { fault: expect.stringMatching(/^(bad_input|unknown_call)$/) as string } });
  }
  expect(answers.find(({ id }) => id === 'last')).toMatchObject({ ok: true });
  socket.close();
});

import { expect, test, vi } from 'vitest';

import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { AttachmentUploads, reasonNotAttachable } from './attachment-uploads.svelte.ts';

const IDEA = 'project:v1:idea:1';
const SCRIPT = 'project:v1:script:2';
const size = 600_000;

type Call = (account: string, operation: string, input: { params: Record<string, string>; body?: object }) => unknown;

const attachment = (uploaded_bytes: number) => ({
  ok: true,
  body: { data: { id: 'attachment:7', uploaded_bytes, state: 'uploading' } },
});
const refused = (status: number, code: string, body = {}) => ({
  ok: false,
  failure: { kind: 'refused', error: { name: null, status, code, message: 'No', fields: {}, body } },
});

function uploads(call: Call) {
  const calls: string[] = [];
  const api = {
    call: (account: string, operation: string, input: Parameters<Call>[2]) => {
      calls.push(`${operation.replace('local.projects.attachments.', '')} ${input.params['project']}`);
      return Promise.resolve(call(account, operation, input));
    },
  };
  const app = { api, cache: { invalidate: () => undefined }, toasts: {} } as unknown as AppState;
  return { made: new AttachmentUploads(app), calls };
}
const file = () => new File([new Uint8Array(size)], 'Brief.pdf');

test('goes on with the script once the idea has become one', async () => {
  const { made, calls } = uploads((_, operation, { params, body }) => {
    if (operation.endsWith('addFile')) return attachment(0);
    if (params['project'] === IDEA) return refused(409, 'project_promoted', { project_id: SCRIPT });
    const { offset = 0 } = (body ?? {}) as { offset?: number };
    return attachment(operation.endsWith('get') ? 0 : Math.min(size, offset + 262_144));
  });
  made.add('local', IDEA, [file()]);
  expect(made.of('local', IDEA)).toHaveLength(1);
  await vi.waitFor(() => expect([...made.of('local', IDEA), ...made.of('local', SCRIPT)]).toEqual([]));
  expect(calls.slice(0, 3)).toEqual([`addFile ${IDEA}`, `upload ${IDEA}`, `get ${SCRIPT}`]);
  expect(calls.slice(3)).toEqual([`upload ${SCRIPT}`, `upload ${SCRIPT}`, `upload ${SCRIPT}`]);
});

test('keeps a file that could not be sent, and goes on from what arrived', async () => {
  let isAway = true;
  const { made, calls } = uploads((_, operation, { body }) => {
    if (operation.endsWith('addFile')) return attachment(0);
    const { offset = 0 } = (body ?? {}) as { offset?: number };
    if (isAway && (offset > 0 || operation.endsWith('get')))
      return { ok: false, failure: { kind: 'unreachable', message: 'Away', sent: 'no' } };
    return attachment(Math.min(size, offset + 262_144));
  });
  made.add('local', IDEA, [file()]);
  await vi.waitFor(() => expect(made.of('local', IDEA)[0]?.fault).toEqual(expect.any(String)));
  const [failed] = made.of('local', IDEA);
  expect(failed).toMatchObject({ attachment: '7', sent: 262_144 });
  isAway = false;
  calls.length = 0;
  made.retry(failed!.key);
  await vi.waitFor(() => expect(made.of('local', IDEA)).toEqual([]));
  expect(calls).toEqual([`upload ${IDEA}`, `upload ${IDEA}`]);
});

test('removes what arrived of a cancelled file', async () => {
  const { made, calls } = uploads((_, operation) =>
    operation.endsWith('upload') ? new Promise(() => undefined) : attachment(0),
  );
  made.add('local', IDEA, [file()]);
  await vi.waitFor(() => expect(calls).toContain(`upload ${IDEA}`));
  await made.cancel(made.of('local', IDEA)[0]!.key);
  expect(made.of('local', IDEA)).toEqual([]);
  expect(calls.at(-1)).toBe(`delete ${IDEA}`);
});

test('says before anything is sent that a file is empty or too large', () => {
  expect(reasonNotAttachable({ name: 'A', size: 0 })).toBe('“A” is empty or can’t be read.');
  expect(reasonNotAttachable({ name: 'A', size: 105_000_000 })).toMatch('larger than 100 MB');
  expect(reasonNotAttachable({ name: 'A', size: 104_857_600 })).toBeNull();
});

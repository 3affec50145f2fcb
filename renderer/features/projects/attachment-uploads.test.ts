import { expect, test, vi } from 'vitest';

import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { AttachmentUploads, explainNotAttachable } from './attachment-uploads.svelte.ts';

const IDEA = 'project:v1:idea:1';
const SCRIPT = 'project:v1:script:2';
const size = 600_000;

type Call = (account: string, operation: string, input: { params: Record<string, string>; body?: object }) => unknown;

const createAnswer = (uploaded_bytes: number) => ({
  ok: true,
  body: { data: { id: 'attachment:7', uploaded_bytes, state: 'uploading' } },
});
const createRefusal = (status: number, code: string, body = {}) => ({
  ok: false,
  failure: { kind: 'refused', error: { name: null, status, code, message: 'No', fields: {}, body } },
});

function startUploads(call: Call) {
  const calls: string[] = [];
  const api = {
    call: (account: string, operation: string, input: Parameters<Call>[2]) => {
      calls.push(`${operation.replace('local.projects.attachments.', '')} ${input.params['project']}`);
      return Promise.resolve(call(account, operation, input));
    },
  };
  const app = { api, cache: { invalidate: () => undefined }, toasts: {} } as unknown as AppState;
  return { uploads: new AttachmentUploads(app), calls };
}
const createFile = () => new File([new Uint8Array(size)], 'Brief.pdf');

test('continues with the script after the idea became one', async () => {
  const { uploads, calls } = startUploads((_, operation, { params, body }) => {
    if (operation.endsWith('addFile')) return createAnswer(0);
    if (params['project'] === IDEA) return createRefusal(409, 'project_promoted', { project_id: SCRIPT });
    const { offset = 0 } = (body ?? {}) as { offset?: number };
    return createAnswer(operation.endsWith('get') ? 0 : Math.min(size, offset + 262_144));
  });
  uploads.add('local', IDEA, [createFile()]);
  expect(uploads.list('local', IDEA)).toHaveLength(1);
  await vi.waitFor(() => expect([...uploads.list('local', IDEA), ...uploads.list('local', SCRIPT)]).toEqual([]));
  expect(calls.slice(0, 3)).toEqual([`addFile ${IDEA}`, `upload ${IDEA}`, `get ${SCRIPT}`]);
  expect(calls.slice(3)).toEqual([`upload ${SCRIPT}`, `upload ${SCRIPT}`, `upload ${SCRIPT}`]);
});

test('keeps a file that could not be sent, and resumes after its uploaded part', async () => {
  let isUnreachable = true;
  const { uploads, calls } = startUploads((_, operation, { body }) => {
    if (operation.endsWith('addFile')) return createAnswer(0);
    const { offset = 0 } = (body ?? {}) as { offset?: number };
    if (isUnreachable && (offset > 0 || operation.endsWith('get')))
      return { ok: false, failure: { kind: 'unreachable', message: 'Away', sent: 'no' } };
    return createAnswer(Math.min(size, offset + 262_144));
  });
  uploads.add('local', IDEA, [createFile()]);
  await vi.waitFor(() => expect(uploads.list('local', IDEA)[0]?.fault).toEqual(expect.any(String)));
  const [failedUpload] = uploads.list('local', IDEA);
  expect(failedUpload).toMatchObject({ attachment: '7', sentBytes: 262_144 });
  isUnreachable = false;
  calls.length = 0;
  uploads.retry(failedUpload!.key);
  await vi.waitFor(() => expect(uploads.list('local', IDEA)).toEqual([]));
  expect(calls).toEqual([`upload ${IDEA}`, `upload ${IDEA}`]);
});

test('removes the uploaded part of a cancelled file', async () => {
  const { uploads, calls } = startUploads((_, operation) =>
    operation.endsWith('upload') ? new Promise(() => undefined) : createAnswer(0),
  );
  uploads.add('local', IDEA, [createFile()]);
  await vi.waitFor(() => expect(calls).toContain(`upload ${IDEA}`));
  await uploads.cancel(uploads.list('local', IDEA)[0]!.key);
  expect(uploads.list('local', IDEA)).toEqual([]);
  expect(calls.at(-1)).toBe(`delete ${IDEA}`);
});

test('rejects an empty or too large file before sending anything', () => {
  expect(explainNotAttachable({ name: 'A', size: 0 })).toBe('“A” is empty or can’t be read.');
  expect(explainNotAttachable({ name: 'A', size: 105_000_000 })).toMatch('larger than 100 MB');
  expect(explainNotAttachable({ name: 'A', size: 104_857_600 })).toBeNull();
});

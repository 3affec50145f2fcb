import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** A machine that does much else may take this long for what a test waits for. */
const PATIENCE = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

const NODE_FOLDERS = [
  ...['contract', 'log', 'platform', 'markdown', 'archive', 'service', 'electron', 'scripts', 'translations'],
  ...['test/architecture', 'test/contract', 'test/faults'],
];
const nodeTests = NODE_FOLDERS.flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
);

const readText = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');

/** Tests that replace modules, so they need modules of their own; the others of a worker share what they import. */
const mockingTests = nodeTests.filter((file) => readText(file).includes('vi.mock('));

const STARTS_PROCESSES =
  /support\/(child|chromium|postgres|program|s3-server|service-process|stores)\.ts'|'node:child_process'/;

/** Tests with processes of their own, which a busy machine can disturb: they are tried again if they fail. */
const processTests = nodeTests.filter(
  (file) => /^test\/(contract|faults)\//.test(file) || STARTS_PROCESSES.test(readText(file)),
);

const setupFiles = ['test/support/fixed-seed.ts'];

// The services answer over HTTPS then; Node reads this only when a process starts.
if (process.env['CUTAWAY_TEST_DEPLOYMENT'] === 'server') {
  process.env['NODE_EXTRA_CA_CERTS'] = join(import.meta.dirname, 'test/support/tls/server.crt');
}

export default defineConfig({
  test: {
    // Much of it waits for processes of its own, so a core is not left free.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          include: nodeTests.filter((file) => ![...processTests, ...mockingTests].includes(file)),
          setupFiles,
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'processes',
          environment: 'node',
          isolate: false,
          include: processTests.filter((file) => !mockingTests.includes(file)),
          retry: 2,
          setupFiles,
          ...PATIENCE,
        },
      },
      { test: { name: 'mocks', environment: 'node', include: mockingTests, setupFiles, ...PATIENCE } },
      {
        plugins: [svelte()],
        resolve: { conditions: ['browser'] },
        test: {
          name: 'renderer',
          environment: 'jsdom',
          // A page of its own for each file would take as long as all their tests.
          isolate: false,
          include: ['renderer/**/*.test.ts'],
          setupFiles: [...setupFiles, 'test/support/idle-callback.ts', 'test/support/text-rectangles.ts'],
          ...PATIENCE,
        },
      },
    ],
  },
});

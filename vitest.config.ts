import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** A machine that does much else may take this long for what a test waits for. */
const PATIENCE = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };

export default defineConfig({
  test: {
    // Much of it waits for processes of its own, so a core is not left free.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: [
            '{contract,log,platform,markdown,service,electron,scripts,translations}/**/*.test.ts',
            'test/{architecture,contract,faults}/**/*.test.ts',
          ],
          ...PATIENCE,
        },
      },
      {
        plugins: [svelte()],
        resolve: { conditions: ['browser'] },
        test: {
          name: 'renderer',
          environment: 'jsdom',
          // A page of its own for each file would take as long as all their tests.
          isolate: false,
          include: ['renderer/**/*.test.ts'],
          setupFiles: ['test/support/idle-callback.ts'],
          ...PATIENCE,
        },
      },
    ],
  },
});

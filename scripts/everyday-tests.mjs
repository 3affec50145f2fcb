/**
 * Lists which slow tests `npm test` runs: those that start the whole app, render videos or kill the service. Each
 * promise has at least one; `npm run test:long` runs them all.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * End-to-end specs of the journeys and promises that people rely on, by name in test/e2e. Tests in them with the tag
 * `@long` run in long runs only.
 */
export const EVERYDAY_SPECS = [
  ...[
    'accounts',
    'axe',
    'board-composition',
    'diagnostics',
    'editor',
    'export',
    'history',
    'import-and-export',
    'indexeddb',
  ],
  ...[
    'insert',
    'keyboard',
    'kill-while-typing',
    'first-draft',
    'offline',
    'outbox',
    'right-to-left',
    'screens',
    'team',
    'token',
    'versions',
  ],
  ...['two-windows', 'videos', 'xss'],
].map((name) => `test/e2e/${name}.spec.ts`);

/** Specs of the desktop app's own process, by name in test/desktop. */
export const EVERYDAY_DESKTOP_SPECS = ['guards', 'quit', 'second-start', 'starting'].map(
  (name) => `test/desktop/${name}.spec.ts`,
);

/**
 * Files that repeat service/jobs/crash.test.ts and paid-once.test.ts with other jobs, render for minutes, compress
 * installers or need other office programs.
 */
export const LONG_TEST_FILES = [
  'electron/desktop/linux-packages.test.ts',
  'markdown/docx-comments-in-libreoffice.test.ts',
  'service/domain/videos/edits-seen.test.ts',
  'service/engines/video/pace.test.ts',
  'service/engines/video/whole-video.test.ts',
  'test/faults/agent-runs-survive-kill.test.ts',
  'test/faults/runs-survive-kill.test.ts',
  'test/faults/thumbnails-survive-kill.test.ts',
  'test/faults/videos-survive-kill.test.ts',
  'test/faults/webhooks-survive-kill.test.ts',
];

const CONTRACT_TESTS = 'test/contract';

/** Contract tests whose service test/support/deployment.ts places; the others start their own programs. */
export const DEPLOYABLE_TEST_FILES = readdirSync(join(import.meta.dirname, '..', CONTRACT_TESTS))
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `${CONTRACT_TESTS}/${name}`)
  .filter((file) => /support\/(world|service)\.ts'/.test(readFileSync(join(import.meta.dirname, '..', file), 'utf8')));

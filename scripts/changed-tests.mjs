/** Finds what the changes since `main` can break, for `npm test -- --changed`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

/** End-to-end specs that cover a folder; the first row that matches a file counts. */
const SPECS_BY_FOLDER = /** @type {const} */ ([
  ['renderer/features/board/', /^board/],
  ['renderer/features/ideas/', /^ideas/],
  ['renderer/features/intel/', /^(planning|lookup-errors)/],
  ['renderer/features/projects/', /^(projects|plan-)/],
  ['renderer/features/scripts/comments/', /^comments/],
  ['renderer/features/scripts/compare/', /^(review-generated|history)/],
  ['renderer/features/scripts/cuts/', /^cuts/],
  ['renderer/features/scripts/details/', /^details/],
  ['renderer/features/scripts/editor/', /^(editor|insert|writing)/],
  ['renderer/features/scripts/evidence/', /^claims/],
  ['renderer/features/scripts/history/', /^(history|versions)/],
  ['renderer/features/scripts/library/', /^library/],
  ['renderer/features/scripts/prompter/', /^(writing|takes)/],
  ['renderer/features/scripts/research/', /^claims/],
  ['renderer/features/scripts/rewrite/', /^rewrite/],
  ['renderer/features/scripts/takes/', /^takes/],
  ['renderer/features/settings/', /^(accounts|administration|text-models)/],
  ['renderer/features/templates/', /^voices/],
  ['renderer/features/thumbnails/', /^(thumbnails|board-paid)/],
  ['renderer/features/videos/', /^video/],
  ['renderer/features/voices/', /^voices/],
  ['renderer/outbox/', /^outbox/],
  ['renderer/storage/', /^(indexeddb|kill-while-typing)/],
  ['electron/host/archive/', /^import-and-export/],
  ['electron/host/journal', /^(indexeddb|kill-while-typing)/],
  ['translations/', /^language/],
  ['', /^first-draft/],
]);

/** Matches files of the app that end-to-end specs run. */
const APP = /^(archive|contract|electron|log|markdown|platform|renderer|service|translations)\/(?!.*\.test\.ts$)/;

/** @type {(...args: string[]) => string[]} */
const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

/** Returns the commit where the branch began, and the existing files that differ from it. */
export function getChangesSinceMain() {
  const [start = 'HEAD'] = git('merge-base', 'HEAD', 'main');
  const files = [...git('diff', '--name-only', start), ...git('ls-files', '--others', '--exclude-standard')];
  return { start, files: files.filter((file) => existsSync(file)) };
}

/** Returns changed specs, and those that cover changed files.
 * @param {readonly string[]} files */
export function selectSpecs(files) {
  const names = readdirSync('test/e2e').filter((name) => name.endsWith('.spec.ts'));
  const specs = new Set(files.filter((file) => /^test\/e2e\/.*\.spec\.ts$/.test(file)));
  for (const file of files.filter((name) => APP.test(name))) {
    const row = SPECS_BY_FOLDER.find(([folder]) => file.startsWith(folder));
    for (const name of names) if (row?.[1].test(name)) specs.add(`test/e2e/${name}`);
  }
  return [...specs].sort();
}

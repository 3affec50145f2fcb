/** Tests that the rules of ARCHITECTURE.md are enforced, with a violation of each. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

const EMPTY_MODULE = 'export const value = 1;\n';
const importFrom = (path: string): string => `import { value } from '${path}';\nexport const other = value;\n`;

const BREACHES = [
  ['contract-imports-zod-alone', 'contract', 'markdown'],
  ['markdown-is-pure', 'markdown', 'contract'],
  ['platform-knows-no-product', 'platform', 'contract'],
  ['archive-below-its-users', 'archive', 'service'],
  ['service-stands-alone', 'service', 'electron/host'],
  ['electron-stands-alone', 'electron/host', 'service'],
  ['renderer-stands-alone', 'renderer/app', 'platform'],
  ['product-imports-no-tests', 'service', 'test'],
  ['host-knows-no-shell', 'electron/host', 'electron/desktop'],
  ['shells-know-each-other-not', 'electron/loopback', 'electron/desktop'],
  ['features-know-each-other-not', 'renderer/features/ideas', 'renderer/features/scripts'],
  ['ui-knows-no-domain', 'renderer/ui', 'renderer/features/ideas'],
  ['data-and-bridge-below-features', 'renderer/drafts', 'renderer/app'],
  ['storage-below-drafts', 'renderer/storage', 'renderer/drafts'],
  ['drafts-below-outbox', 'renderer/drafts', 'renderer/outbox'],
  ['app-state-below-shared', 'renderer/app-state', 'renderer/shared'],
  ['shared-below-features', 'renderer/shared', 'renderer/features/ideas'],
  ['domain-knows-no-http', 'service/domain', 'service/http'],
  ['engines-know-no-domain', 'service/engines', 'service/domain'],
] as const;

/** Returns files with a violation of each rule, named after it, a cycle, and an allowed import. */
function createViolatingFiles(): Record<string, string> {
  const files: Record<string, string> = {
    'service/circle-a.ts': importFrom('./circle-b.ts'),
    'service/circle-b.ts': "import { other } from './circle-a.ts';\nexport const value = other;\n",
    'service/allowed.ts': importFrom('../contract/allowed.ts'),
    'contract/allowed.ts': EMPTY_MODULE,
  };
  for (const [rule, from, to] of BREACHES) {
    files[`${from}/${rule}.ts`] = importFrom(`${'../'.repeat(from.split('/').length)}${to}/${rule}-target.ts`);
    files[`${to}/${rule}-target.ts`] = EMPTY_MODULE;
  }
  return files;
}

describe('import rules', () => {
  let violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[] = [];
  const listBrokenRules = (from: string): string[] =>
    violations.filter((violation) => violation.from === from).map(({ rule }) => rule.name);

  beforeAll(() => {
    const root = mkdtempSync(join(tmpdir(), 'cutaway-rules-'));
    try {
      const files = createViolatingFiles();
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
      writeFileSync(join(root, 'tsconfig.node.json'), '{}');
      const topFolders = new Set(Object.keys(files).map((path) => path.split('/')[0] ?? path));
      const args = ['--config', resolve('.dependency-cruiser.cjs'), '--output-type', 'json', ...topFolders];
      const output = execFileSync(resolve('node_modules/.bin/depcruise'), args, { cwd: root, encoding: 'utf8' });
      violations = (JSON.parse(output) as { summary: { violations: typeof violations } }).summary.violations;
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });

  it.each(BREACHES)('%s: an import from %s to %s is rejected', (rule, from) => {
    expect(listBrokenRules(`${from}/${rule}.ts`)).toContain(rule);
  });

  it('circular imports are rejected', () => {
    expect([...listBrokenRules('service/circle-a.ts'), ...listBrokenRules('service/circle-b.ts')]).toContain(
      'no-circular',
    );
  });

  it('an allowed import passes', () => {
    expect(listBrokenRules('service/allowed.ts')).toEqual([]);
  });
});

describe('documentation', () => {
  const code = [
    'contract',
    'log',
    'platform',
    'markdown',
    'archive',
    'service',
    'electron',
    'renderer',
    'translations',
  ];
  const sources = [...code, 'test', 'scripts', 'assets'];

  it.each(['README.md', 'ARCHITECTURE.md'])('%s names every top-level folder', (name) => {
    const text = readFileSync(name, 'utf8');
    expect(sources.filter((folder) => !text.includes(`${folder}/`))).toEqual([]);
  });

  it('every top-level folder is known', () => {
    const knownFolders = new Set([...sources, 'node_modules', 'dist', 'test-results', 'release', 'docs', 'deploy']);
    const folders = readdirSync('.', { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
    );
    expect(folders.map((entry) => entry.name).filter((name) => !knownFolders.has(name))).toEqual([]);
  });
});

/** The rules of ARCHITECTURE.md have teeth: each planted breach is found. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Rules broken by a tree that holds just these files. */
function brokenRules(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'cutaway-rules-'));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  writeFileSync(join(root, 'tsconfig.node.json'), '{}');
  const top = [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? path))];
  const args = ['--config', resolve('.dependency-cruiser.cjs'), '--output-type', 'json', ...top];
  const output = execFileSync(resolve('node_modules/.bin/depcruise'), args, { cwd: root, encoding: 'utf8' });
  const { summary } = JSON.parse(output) as { summary: { violations: { rule: { name: string } }[] } };
  return [...new Set(summary.violations.map((violation) => violation.rule.name))];
}

const empty = 'export const value = 1;\n';
const imports = (path: string): string => `import { value } from '${path}';\nexport const other = value;\n`;

describe('who may import whom', () => {
  it.each([
    ['contract-imports-zod-alone', 'contract/a.ts', 'markdown/b.ts'],
    ['markdown-is-pure', 'markdown/a.ts', 'contract/b.ts'],
    ['platform-knows-no-product', 'platform/a.ts', 'contract/b.ts'],
    ['service-stands-alone', 'service/a.ts', 'electron/host/b.ts'],
    ['electron-stands-alone', 'electron/host/a.ts', 'service/b.ts'],
    ['renderer-stands-alone', 'renderer/app/a.ts', 'platform/b.ts'],
    ['product-imports-no-tests', 'service/a.ts', 'test/b.ts'],
    ['host-knows-no-shell', 'electron/host/a.ts', 'electron/desktop/b.ts'],
    ['shells-know-each-other-not', 'electron/loopback/a.ts', 'electron/desktop/b.ts'],
    ['features-know-each-other-not', 'renderer/features/ideas/a.ts', 'renderer/features/scripts/b.ts'],
    ['ui-knows-no-domain', 'renderer/ui/a.ts', 'renderer/features/ideas/b.ts'],
    ['offline-and-bridge-below-features', 'renderer/offline/a.ts', 'renderer/app/b.ts'],
    ['domain-knows-no-http', 'service/domain/a.ts', 'service/http/b.ts'],
    ['engines-know-no-domain', 'service/engines/a.ts', 'service/domain/b.ts'],
  ])('%s: %s → %s is refused', (rule, from, to) => {
    const path = `${'../'.repeat(from.split('/').length - 1)}${to}`;
    expect(brokenRules({ [from]: imports(path), [to]: empty })).toContain(rule);
  });

  it('circles are refused', () => {
    const files = {
      'service/a.ts': imports('./b.ts'),
      'service/b.ts': "import { other } from './a.ts';\nexport const value = other;\n",
    };
    expect(brokenRules(files)).toContain('no-circular');
  });

  it('an import within the rules is let through', () => {
    expect(brokenRules({ 'service/a.ts': imports('../contract/b.ts'), 'contract/b.ts': empty })).toEqual([]);
  });
});

describe('the documents tell the truth', () => {
  const sources = ['contract', 'platform', 'markdown', 'service', 'electron', 'renderer', 'test', 'scripts', 'assets'];

  it.each(['README.md', 'ARCHITECTURE.md'])('%s names every top-level folder', (name) => {
    const text = readFileSync(name, 'utf8');
    expect(sources.filter((folder) => !text.includes(`${folder}/`))).toEqual([]);
  });

  it('every top-level folder is one of them', () => {
    const known = new Set([...sources, 'node_modules', 'dist', 'test-results', 'release', 'docs']);
    const found = readdirSync('.', { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
    );
    expect(found.map((entry) => entry.name).filter((name) => !known.has(name))).toEqual([]);
  });
});

/** Checks what deploy/ holds for those who run a server: that it is well-formed and names only what the server knows. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';

import { SERVER_VARIABLES } from '#service/server/server-options.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const textOf = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8');
const files = readdirSync(DEPLOY, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(DEPLOY.length + 1));
/** Are variables of the compose file itself, not of the server. */
const OWN_VARIABLES = ['CUTAWAY_NAME'];

test('the Dockerfile has no fault', () => {
  expect(validate(textOf('docker/Dockerfile'))).toEqual([]);
});

test('the compose file follows its schema and has no fault', () => {
  const [result] = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] }).lintFiles(
    [join(DEPLOY, 'docker/compose.yaml')],
    false,
  );
  expect(result?.messages).toEqual([]);
});

describe('settings', () => {
  test.each(files)('%s names only variables that the server reads', (file) => {
    const named = textOf(file).match(/\bCUTAWAY_[A-Z_]+\b/g) ?? [];
    expect(named.filter((name) => ![...SERVER_VARIABLES, ...OWN_VARIABLES].includes(name))).toEqual([]);
  });

  test('the example and the guide explain each variable between them', () => {
    const explained = textOf('systemd/server.env.example') + textOf('README.md');
    expect(SERVER_VARIABLES.filter((name) => !explained.includes(name))).toEqual([]);
  });
});

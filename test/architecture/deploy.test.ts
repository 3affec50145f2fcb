/** Tests that the files of deploy/ are well-formed and use only variables that the server knows. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';

import { SERVER_VARIABLES } from '#service/server/server-options.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
const readText = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8');
const files = readdirSync(DEPLOY, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(DEPLOY.length + 1));
/** Variables of the compose file itself, not of the server. */
const COMPOSE_VARIABLES = ['CUTAWAY_NAME'];

test('the Dockerfile is valid', () => {
  expect(validate(readText('docker/Dockerfile'))).toEqual([]);
});

test('the compose file is valid', () => {
  const [result] = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] }).lintFiles(
    [join(DEPLOY, 'docker/compose.yaml')],
    false,
  );
  expect(result?.messages).toEqual([]);
});

describe('settings', () => {
  test.each(files)('%s names only variables that the server reads', (file) => {
    const variables = readText(file).match(/\bCUTAWAY_[A-Z_]+\b/g) ?? [];
    expect(variables.filter((name) => ![...SERVER_VARIABLES, ...COMPOSE_VARIABLES].includes(name))).toEqual([]);
  });

  test('the example or the guide explains each variable', () => {
    const explanations = readText('systemd/server.env.example') + readText('README.md');
    expect(SERVER_VARIABLES.filter((name) => !explanations.includes(name))).toEqual([]);
  });
});

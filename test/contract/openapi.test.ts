/** Tests that the published documents are current, pass a public linter and work with a public generator. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openApiDocument } from '#contract/openapi.ts';
import { OPERATION_LIST } from '#contract/operations/index.ts';
import { startTestService, type TestService } from '#test/support/service.ts';

import packageJson from '../../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const runProgram = promisify(execFile);

async function findProgram(name: string, bin: string): Promise<string> {
  const path = join(ROOT, 'node_modules', name, 'package.json');
  const { bin: bins } = JSON.parse(await readFile(path, 'utf8')) as { bin: string | Record<string, string> };
  return join(dirname(path), typeof bins === 'string' ? bins : bins[bin]!);
}

describe.each([
  ['api', 'openapi.json'],
  ['local', 'openapi.local.json'],
] as const)('the %s document', (surface, file) => {
  test('is up to date', async () => {
    const committedDocument: unknown = JSON.parse(await readFile(join(ROOT, 'contract', file), 'utf8'));
    const currentDocument: unknown = JSON.parse(
      JSON.stringify(openApiDocument(surface, packageJson.version, 'http://127.0.0.1')),
    );
    expect(committedDocument, 'Run npm run openapi.').toEqual(currentDocument);
  });

  test('lists every operation', () => {
    const { paths } = openApiDocument(surface, '1', '') as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const ids = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
    expect(ids).toEqual(OPERATION_LIST.filter((operation) => operation.surface === surface).map(({ id }) => id));
  });

  test('passes the linter', { timeout: 300_000 }, async () => {
    const linter = await findProgram('@redocly/cli', 'redocly');
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    // Exits with a code other than 0 if there are errors.
    await runProgram(process.execPath, [linter, 'lint', join('contract', file), '--extends', 'recommended'], {
      cwd: ROOT,
      env,
    });
  });
});

describe('a generated client', () => {
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    service = await startTestService('pglite');
    folder = await mkdtemp(join(ROOT, 'node_modules', '.cache', 'generated-client-'));
  });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('compiles and lists ideas', { timeout: 300_000 }, async () => {
    const document = await (await fetch(`${service.baseUrl}/openapi.json`)).text();
    await writeFile(join(folder, 'openapi.json'), document);
    const generator = await findProgram('openapi-typescript', 'openapi-typescript');
    await runProgram(process.execPath, [generator, join(folder, 'openapi.json'), '-o', join(folder, 'schema.d.ts')]);
    const program = `
      import createClient from 'openapi-fetch';
      import type { paths } from './schema.d.ts';
      export async function titles(baseUrl: string, token: string): Promise<string[]> {
        const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } });
        const { data, error } = await client.GET('/api/v1/channels/{id}/ideas', {
          params: { path: { id: 1 }, query: { per_page: 100, status: 'considering' } },
        });
        if (error) throw new Error(JSON.stringify(error));
        // @ts-expect-error There is no such filter.
        await client.GET('/api/v1/channels/{id}/ideas', { params: { path: { id: 1 }, query: { status: 'done' } } });
        return data.data.map((idea) => idea.title);
      }`;
    await writeFile(join(folder, 'client.ts'), program);
    const flags = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'ES2023', '--module', 'ESNext'];
    const compilerArgs = [...flags, '--moduleResolution', 'bundler', '--allowImportingTsExtensions', '--ignoreConfig'];
    const compiler = await findProgram('typescript', 'tsc');
    await runProgram(process.execPath, [compiler, ...compilerArgs, join(folder, 'client.ts')]).catch(
      (error: { stdout: string }) => {
        throw new Error(error.stdout);
      },
    );
    const client = (await import(pathToFileURL(join(folder, 'client.ts')).href)) as {
      titles(baseUrl: string, token: string): Promise<string[]>;
    };
    const titles = await client.titles(service.baseUrl, service.token);
    expect(titles.length).toBeGreaterThan(3);
    expect(titles).toContain('A tunnel that breathes');
  });
});

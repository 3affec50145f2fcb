/** Runs the proxies of deploy/ in front of a server on this computer, with their own configuration and a certificate. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { existsSync } from 'node:fs';

import { spawnToEndWithProcess } from '#platform/end-with-process.ts';
import { findOnPath } from '#platform/find-on-path.ts';

const ROOT = join(import.meta.dirname, '../..');
const TLS = join(ROOT, 'test/support/tls');
export const PROXIES = ['nginx', 'caddy'] as const;

export interface Ports {
  readonly http: number;
  readonly https: number;
  /** The port on which the server answers the proxy. */
  readonly server: number;
}

function findProgram(name: string): string {
  // On Debian, nginx is only on root's path.
  const file = findOnPath(name) ?? join('/usr/sbin', name);
  if (!existsSync(file)) throw new Error(`These tests need ${name}: install the package of that name.`);
  return file;
}

/** Replaces all occurrences of each text. @throws if there are none */
function replaceAll(text: string, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The configuration lacks “${from}”.`);
    return result.replaceAll(from, to);
  }, text);
}

async function writeNginx(folder: string, { http, https, server }: Ports): Promise<string[]> {
  const site = replaceAll(await readFile(join(ROOT, 'deploy/nginx/cutaway.conf'), 'utf8'), [
    ['studio.example;', 'localhost;'],
    ['/etc/letsencrypt/live/studio.example/fullchain.pem', join(TLS, 'server.crt')],
    ['/etc/letsencrypt/live/studio.example/privkey.pem', join(TLS, 'server.key')],
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen 443 ssl', `listen 127.0.0.1:${https} ssl`],
    ['server 127.0.0.1:8080;', `server 127.0.0.1:${server};`],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const main = `daemon off; master_process off; ${user} pid ${folder}/nginx.pid; error_log stderr; events {}
    http { access_log off; ${temporary} ${site} }`;
  await writeFile(join(folder, 'nginx.conf'), main);
  return ['-p', folder, '-c', join(folder, 'nginx.conf')];
}

async function writeCaddy(folder: string, { http, https, server }: Ports): Promise<string[]> {
  const site = replaceAll(await readFile(join(ROOT, 'deploy/caddy/Caddyfile'), 'utf8'), [
    ['studio.example {', `localhost {\n\tbind 127.0.0.1\n\ttls ${TLS}/server.crt ${TLS}/server.key`],
    ['reverse_proxy 127.0.0.1:8080', `reverse_proxy 127.0.0.1:${server}`],
  ]);
  const globalOptions = `{\n\tadmin off\n\tgrace_period 1s\n\thttp_port ${http}\n\thttps_port ${https}\n\tstorage file_system ${folder}\n}\n`;
  await writeFile(join(folder, 'Caddyfile'), globalOptions + site);
  return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
}

/** Resolves once the proxy runs; the returned function ends it. */
export async function startProxy(name: (typeof PROXIES)[number], ports: Ports): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), `cutaway-${name}-`));
  const args = await (name === 'nginx' ? writeNginx(folder, ports) : writeCaddy(folder, ports));
  const proxy = spawnToEndWithProcess(findProgram(name), args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  proxy.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const exit = new Promise<void>((resolve) => proxy.once('exit', () => resolve()));
  const waitUntilReady = async (): Promise<void> => {
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${ports.http}`, { redirect: 'manual' }).catch(() => null);
      if (response) return;
      if (proxy.exitCode !== null) throw new Error(`${name} ended: ${errors}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await waitUntilReady();
  return async () => {
    proxy.kill('SIGTERM');
    await exit;
    await rm(folder, { recursive: true, force: true });
  };
}

/** Runs a separate service, reached by base URL and token like a team's service. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { TOKEN_ABILITIES } from '#contract/abilities.ts';
import { createInvitationLink } from '#contract/invitation.ts';
import { removeFolder } from '../support/remove-folder.ts';

export class RemoteService {
  readonly baseUrl: string;
  readonly token: string;
  readonly #process: ChildProcess;
  readonly #folder: string | null;

  private constructor(process: ChildProcess, ready: { base_url: string; token: string }, folder: string | null) {
    this.#process = process;
    this.baseUrl = ready.base_url;
    this.token = ready.token;
    this.#folder = folder;
  }

  /** Runs the service of `dataDir` if given; no other process may use that folder meanwhile. */
  static async start(dataDir: string | null = null, env: Record<string, string> = {}): Promise<RemoteService> {
    const folder = dataDir === null ? mkdtempSync(join(tmpdir(), 'cutaway-remote-')) : null;
    const args = ['dist/service/main.js', '--data', dataDir ?? folder ?? '', '--port', '0', '--rate-limits', 'off'];
    if (dataDir === null) args.push('--sample');
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const ready = JSON.parse(line) as { ready: true; base_url: string; token: string };
      return new RemoteService(child, ready, folder);
    }
    throw new Error('The service ended before it was ready.');
  }

  async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  }

  /** Adds a channel and returns its id. */
  async addChannel(title: string): Promise<number> {
    const { data } = (await this.call('POST', '/local/v1/channels', { title, language: 'en' })) as {
      data: { id: number };
    };
    return data.id;
  }

  /** Creates a token with all abilities of the API; it cannot use the local operations. */
  async createApiToken(): Promise<string> {
    const body = { name: 'A token', abilities: TOKEN_ABILITIES };
    const { token } = (await this.call('POST', '/api/v1/team/tokens', body)) as { token: { token: string } };
    return token.token;
  }

  /** Creates an invitation and returns its link. */
  async createInvitation(role: string): Promise<string> {
    const { data } = (await this.call('POST', '/local/v1/invitations', { role })) as { data: { code: string } };
    return createInvitationLink({ server: this.baseUrl, code: data.code });
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null) {
      const exit = once(this.#process, 'exit');
      this.#process.kill('SIGTERM');
      await exit;
    }
    if (this.#folder !== null) await removeFolder(this.#folder);
  }
}

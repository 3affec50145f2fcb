/**
 * Decides who may use the page: the ticket in the printed address is exchanged once for a cookie that survives
 * restarts.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';

import { sha256 } from '#platform/sha256.ts';
import { DurableJson } from '../host/durable-json.ts';

const StateFile = z.object({
  /** The port that the page's IndexedDB belongs to; null before the first start. */
  port: z.int().min(1).max(65_535).nullable(),
  /** SHA-256 of the session secrets, newest last; only the browsers have the secrets themselves. */
  sessions: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
});

/** Limits the windows signed in at the same time; a new session replaces the oldest. */
const MAX_SESSIONS = 16;

const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export class Sessions {
  readonly #file: DurableJson<z.infer<typeof StateFile>>;
  #ticketHash: string | null = null;

  private constructor(file: DurableJson<z.infer<typeof StateFile>>) {
    this.#file = file;
  }

  /** A damaged file only costs a new sign-in and the remembered port. */
  static async open(dataFolder: string): Promise<Sessions> {
    const path = join(dataFolder, 'loopback.json');
    const noSessions = { port: null, sessions: [] };
    return new Sessions(
      await DurableJson.open(
        path,
        (value) => StateFile.parse(value),
        noSessions,
        () => undefined,
      ),
    );
  }

  get port(): number | null {
    return this.#file.value.port;
  }

  async rememberPort(port: number): Promise<void> {
    if (port !== this.port) await this.#file.set({ ...this.#file.value, port });
  }

  /** Creates a new ticket; the previous one becomes invalid. */
  createTicket(): string {
    const ticket = randomBytes(32).toString('base64url');
    this.#ticketHash = sha256(ticket);
    return ticket;
  }

  /** Returns the session's secret, or null if the ticket is wrong or was already used. */
  async redeemTicket(ticket: string): Promise<string | null> {
    if (this.#ticketHash === null || !isEqual(sha256(ticket), this.#ticketHash)) return null;
    this.#ticketHash = null;
    const secret = randomBytes(32).toString('base64url');
    const { port, sessions } = this.#file.value;
    await this.#file.set({ port, sessions: [...sessions, sha256(secret)].slice(-MAX_SESSIONS) });
    return secret;
  }

  isValid(secret: string): boolean {
    const secretHash = sha256(secret);
    return this.#file.value.sessions.some((session) => isEqual(session, secretHash));
  }
}

/** Starts a service with people in every role, a foreign team, and tokens for all of them. */
import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import { ABILITIES, type Ability, type Role } from '#contract/abilities.ts';
import type { ServiceOperation } from '#contract/schema/operation.ts';
import type { Credits } from '#contract/schema/team.ts';
import { createTokenSecret } from '#service/domain/tokens/secret.ts';
import { createTeam } from '#service/sample/bootstrap.ts';
import { project_notifications } from '#service/store/schema-projects.ts';
import {
  channel_access,
  channels,
  ideas,
  runs,
  scripts,
  team_members,
  templates,
  tokens,
  users,
  voices,
  webhooks,
} from '#service/store/schema.ts';
import type { Db } from '#service/store/store.ts';
import { type Database, startTestService, type TestService, type TestServiceOptions } from '#test/support/service.ts';

import { Client } from './client.ts';
import { type ModelOptions, serveModel } from '#test/support/model.ts';
import { waitForEnd } from '#test/support/wait-for-end.ts';

export const TEAM = 1;
const OWNER = 1;
/** Ids of the sample channels: CHANNEL is linked to a YouTube channel. */
export const CHANNEL = 1;
export const OTHER_CHANNEL = 2;

export interface Ids {
  readonly channel: number;
  readonly idea: number;
  readonly script: number;
  readonly run: string;
  readonly token: number;
  readonly provider: number;
}

type RunState = Record<string, unknown> & { readonly status: string };

type ForeignIds = Ids & {
  notification: string;
  voice: number;
  voiceUuid: string;
  template: number;
  webhook: number;
  secret: string;
};

async function addToken(tx: Db, team_id: number, user_id: number, abilities: readonly Ability[] = ABILITIES) {
  const { secret, hash, prefix } = createTokenSecret();
  const name = `test ${randomUUID()}`;
  // Only the service's own sessions may manage the workspace.
  const kind = abilities.includes('workspace:manage') ? ('session' as const) : ('user' as const);
  const values = { team_id, user_id, kind, name, hash, prefix, abilities: [...abilities] };
  const [row] = await tx.insert(tokens).values(values).returning();
  return { id: row!.id, secret };
}

async function addUser(tx: Db, role: Role | null): Promise<number> {
  const [user] = await tx
    .insert(users)
    .values({ name: `A ${role ?? 'stranger'}` })
    .returning();
  if (role) await tx.insert(team_members).values({ team_id: TEAM, user_id: user!.id, role });
  return user!.id;
}

export async function addScript(
  tx: Db,
  team_id: number,
  channel_id: number,
  overrides: Partial<typeof scripts.$inferInsert> = {},
) {
  const script_number = 1_000 + (await tx.$count(scripts));
  const fields = { title: 'Made', topic: 'A topic of some length', length: 400, language: 'en' };
  const values = { team_id, channel_id, script_number, production_status: 'planning', ...fields, ...overrides };
  const [row] = await tx.insert(scripts).values(values).returning();
  return row!.id;
}

export async function addRun(
  tx: Db,
  team_id: number,
  script_id: number,
  overrides: Partial<typeof runs.$inferInsert> = {},
) {
  const [row] = await tx
    .insert(runs)
    .values({ team_id, script_id, kind: 'outline', ...overrides })
    .returning();
  return row!.id;
}

async function addForeignTeam(tx: Db): Promise<ForeignIds> {
  const { teamId: team_id, ownerId } = await createTeam(tx, 'Somebody', 'Another team', new Date());
  const [channel] = await tx
    .insert(channels)
    .values({ team_id, settings: { title: 'Foreign' } })
    .returning();
  const channel_id = channel!.id;
  const [idea] = await tx
    .insert(ideas)
    .values({ team_id, channel_id, title: 'Foreign', source_type: 'user_added' })
    .returning();
  const [voice] = await tx.insert(voices).values({ team_id, channel_id, name: 'Foreign' }).returning();
  const [template] = await tx
    .insert(templates)
    .values({ team_id, channel_id, name: 'Foreign', category: 'custom', prompt: 'Foreign' })
    .returning();
  const [webhook] = await tx
    .insert(webhooks)
    .values({ team_id, name: 'Foreign', url: 'https://example.org/', secret: 'foreign' })
    .returning();
  const script = await addScript(tx, team_id, channel_id);
  const token = await addToken(tx, team_id, ownerId);
  const run = await addRun(tx, team_id, script);
  const [notification] = await tx
    .insert(project_notifications)
    .values({ team_id, user_id: ownerId, idea_id: idea!.id, type: 'project_commented', message: 'Foreign' })
    .returning();
  return {
    notification: notification!.id,
    channel: channel_id,
    idea: idea!.id,
    script,
    run,
    token: token.id,
    provider: 99,
    voice: voice!.script_voice_id,
    voiceUuid: voice!.id,
    template: template!.id,
    webhook: webhook!.id,
    secret: token.secret,
  };
}

export class World {
  readonly service: TestService;
  readonly owner: Client;
  readonly tokens: Readonly<Record<Role | 'stranger', string>>;
  readonly foreign: ForeignIds;

  private constructor(service: TestService, tokens: World['tokens'], foreign: World['foreign']) {
    this.service = service;
    this.owner = new Client(service.baseUrl, service.token);
    this.tokens = tokens;
    this.foreign = foreign;
  }

  static async open(database: Database, options?: TestServiceOptions): Promise<World> {
    const service = await startTestService(database, options);
    const { secrets, foreign } = await service.store.transaction(async (tx) => {
      const secrets: Partial<Record<Role | 'stranger', string>> = { owner: service.token };
      for (const role of ['admin', 'editor', 'viewer', 'member', 'stranger'] as const) {
        const user = await addUser(tx, role === 'stranger' ? null : role);
        secrets[role] = (await addToken(tx, TEAM, user)).secret;
        if (role === 'member') await tx.insert(channel_access).values({ channel_id: OTHER_CHANNEL, user_id: user });
      }
      return { secrets: secrets as World['tokens'], foreign: await addForeignTeam(tx) };
    });
    return new World(service, secrets, foreign);
  }

  /** Runs `work` with a connected language model, so that drafts cost credits. */
  async withModel<T>(work: () => Promise<T>, options: ModelOptions = {}): Promise<T> {
    const model = await serveModel(options);
    const body = {
      kind: 'openai-compatible',
      label: 'Model',
      base_url: model.url,
      model: 'm',
      active: true,
      api_key: 'key',
    } as const;
    const { id } = await this.owner.data<{ id: number }>('local.providers.create', { body });
    try {
      return await work();
    } finally {
      await this.owner.data('local.providers.delete', { params: { id } });
      model.close();
    }
  }

  /** Returns a token of the owner with only these abilities. */
  async createOwnerToken(abilities: readonly Ability[]): Promise<string> {
    return (await this.write((tx) => addToken(tx, TEAM, OWNER, abilities))).secret;
  }

  async createToken(role: Role, abilities: readonly Ability[]): Promise<string> {
    return this.write(async (tx) => {
      const userId = role === 'owner' ? OWNER : await addUser(tx, role);
      return (await addToken(tx, TEAM, userId, abilities)).secret;
    });
  }

  /** Creates a session of a member; returns its token. */
  async createSession(userId: number): Promise<string> {
    return this.write(async (tx) => (await addToken(tx, TEAM, userId)).secret);
  }

  async createRevokedToken(): Promise<string> {
    const body = { name: `test ${randomUUID()}`, abilities: ['channels:read'] };
    const { token } = await this.owner.data<{ token: { id: number; token: string } }>('tokens.create', { body });
    await this.owner.data('team.get');
    await this.owner.data('tokens.delete', { params: { token: token.id } });
    return token.token;
  }

  write<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    return this.service.store.transaction(work);
  }

  createScript(overrides: Partial<typeof scripts.$inferInsert> = {}): Promise<number> {
    return this.write((tx) => addScript(tx, TEAM, CHANNEL, overrides));
  }

  async setRegenerations(id: number, regenerations_used: number): Promise<void> {
    await this.write(async (tx) => {
      await tx.update(scripts).set({ regenerations_used }).where(eq(scripts.id, id));
    });
  }

  /** Creates a run that no job works on. */
  createRun(script_id: number, overrides: Partial<typeof runs.$inferInsert> = {}): Promise<string> {
    return this.write((tx) => addRun(tx, TEAM, script_id, overrides));
  }

  createIdea(overrides: Partial<typeof ideas.$inferInsert> = {}): Promise<number> {
    return this.write(async (tx) => {
      const values = {
        team_id: TEAM,
        channel_id: CHANNEL,
        title: 'Made',
        source_type: 'user_added' as const,
        ...overrides,
      };
      const [row] = await tx.insert(ideas).values(values).returning();
      return row!.id;
    });
  }

  async getCredits(): Promise<Credits> {
    return (await this.owner.data<{ credits: Credits }>('credits.get')).credits;
  }

  async getBalance(): Promise<number> {
    return (await this.getCredits()).credits_remaining;
  }

  waitForRun(script: number, run_id: string): Promise<RunState> {
    return waitForEnd(() => this.owner.data<RunState>('scripts.poll', { params: { id: script }, query: { run_id } }));
  }

  getOperation(operation: string): Promise<ServiceOperation> {
    return this.owner.data('operations.get', { params: { operation } });
  }

  waitForOperation(operation: string): Promise<ServiceOperation> {
    return waitForEnd(() => this.getOperation(operation));
  }
}

/**
 * Tests every operation for every kind of caller against an oracle written by hand from the references
 * (support/access-oracle.txt). As the contract's table is under test, only its ids are used.
 */
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { ABILITIES, type Role, ROLES, TOKEN_ABILITIES } from '#contract/abilities.ts';
import { type OperationId, OPERATION_LIST } from '#contract/operations/index.ts';

import { type Answer, shape } from './support/client.ts';
import { anyPicture, quickImages } from './support/thumbnails.ts';
import { VALID } from './support/valid-calls.ts';
import { quickVideos } from './support/videos.ts';
import { World } from './support/world.ts';

interface Rule {
  readonly line: string;
  /** Each inner list alone allows the operation; its abilities are needed together. */
  readonly either: readonly (readonly string[])[];
  readonly admin: boolean;
}

const lineOf = ({ method, path, surface }: { method: string; path: string; surface: string }): string =>
  `${method} ${surface === 'local' ? '/local/v1' : ''}${path}`.replaceAll(/\{\w+\}/g, '{}');

const rules: readonly Rule[] = readFileSync(new URL('support/access-oracle.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [method = '', path = '', abilities = '', role = ''] = line.split(/\s+/);
    const either = abilities === '-' ? [[]] : abilities.split('/').map((all) => all.split('+'));
    return { line: `${method} ${path}`, either, admin: role === 'admin' };
  });

const WORKSPACE = rules.find(({ line }) => line === '* /local/v1/*')!;

function ruleOf(line: string): Rule | undefined {
  return rules.find((rule) => rule.line === line) ?? (line.includes(' /local/v1/') ? WORKSPACE : undefined);
}

const CALLERS = ROLES.flatMap((role) => (['session', 'full'] as const).map((kind) => ({ role, kind })));
type Outcome = 'in' | 'no token' | 'no ability' | 'no role';

/** A viewer's token only has its read abilities, and that of being the viewer's own studio. */
const effective = (role: Role, abilities: readonly string[]): readonly string[] =>
  role === 'viewer' ? abilities.filter((ability) => /:read$|^workspace:manage$/.test(ability)) : abilities;

function expected(rule: Rule, role: Role, abilities: readonly string[]): Outcome {
  const held = effective(role, abilities);
  if (!rule.either.some((all) => all.every((ability) => held.includes(ability)))) return 'no ability';
  return rule.admin && role !== 'owner' && role !== 'admin' ? 'no role' : 'in';
}

function outcomeOf({ status, body }: Answer): Outcome {
  if (status === 401) return 'no token';
  const message = String(body['error']);
  if (status === 403 && message.startsWith('Token does not have ')) return 'no ability';
  if (status === 403 && /^Only (team administrators|the team’s owner or an admin)/.test(message)) return 'no role';
  return 'in';
}

let world: World;
const tokens = new Map<string, string>();
const matrix: string[] = [];

beforeAll(async () => {
  world = await World.open('postgresql', { images: quickImages, pictures: anyPicture, videoMaker: quickVideos });
  for (const { role, kind } of CALLERS) {
    const abilities = kind === 'session' ? ABILITIES : TOKEN_ABILITIES;
    tokens.set(`${role} ${kind}`, await world.tokenOf(role, abilities));
  }
});
afterAll(async () => {
  console.log(`Who gets in (session token, full API token):\n${matrix.join('\n')}`);
  await world.service.stop();
});

/** Is the only operation that needs no token. */
const JOINING = 'POST /local/v1/join';

/** Builds a request without effect: a refusal comes before the parameters are checked. */
const nothing = (id: OperationId) => ({
  params: Object.fromEntries(
    Object.keys(shape(id).params.shape).map((name) => [name, '00000000-0000-4000-8000-000000000000']),
  ),
  body: {},
});

test('the access rules list every operation and nothing else', () => {
  const lines = OPERATION_LIST.map(lineOf);
  expect(lines.filter((line) => ruleOf(line) === undefined)).toEqual([]);
  expect(rules.filter((rule) => rule !== WORKSPACE && !lines.includes(rule.line))).toEqual([]);
});

test.each(OPERATION_LIST)('$id is open exactly to the roles and abilities its reference names', async (operation) => {
  const { id } = operation;
  const line = lineOf(operation);
  const rule = ruleOf(line)!;
  const ask = async (token: string | null) => outcomeOf(await world.owner.call(id, nothing(id), { token }));
  const seen: Record<string, Outcome> = {};
  for (const { role, kind } of CALLERS) {
    const abilities = kind === 'session' ? ABILITIES : TOKEN_ABILITIES;
    const outcome = await ask(tokens.get(`${role} ${kind}`)!);
    seen[`${role} ${kind}`] = outcome;
    expect({ role, kind, outcome }).toEqual({ role, kind, outcome: expected(rule, role, abilities) });
  }
  for (const ability of new Set(rule.either.flat())) {
    const others = ABILITIES.filter(
      (one) => one !== ability && !(rule.either.length > 1 && rule.either.flat().includes(one)),
    );
    expect({ without: ability, outcome: await ask(await world.with(others)) }).toEqual({
      without: ability,
      outcome: 'no ability',
    });
  }
  for (const token of [null, 'sk_live_never_made', await world.revoked()]) {
    expect(await ask(token)).toBe(line === JOINING ? 'in' : 'no token');
  }
  const marks: Record<Outcome, string> = { in: '+', 'no ability': 'a', 'no role': 'r', 'no token': 't' };
  const cells = ROLES.map((role) => `${role} ${marks[seen[`${role} session`]!]}${marks[seen[`${role} full`]!]}`);
  matrix.push(`${line.padEnd(66)} ${cells.join('  ')}`);
});

const OF_A_CHANNEL = /^\/(channels|ideas|scripts|projects|video\/projects|runs|agent-runs)\/\{/;
const ofAChannel = OPERATION_LIST.filter(({ path }) => OF_A_CHANNEL.test(path));

test.each(ofAChannel)('$id is closed to a member without the channel and to another team', async ({ id, surface }) => {
  const input = await VALID[id](world);
  const member = surface === 'local' ? tokens.get('member session')! : world.tokens.member;
  for (const token of [member, world.foreign.secret]) {
    const { status, body } = await world.owner.call(id, input, { token });
    expect([403, 404], JSON.stringify(body)).toContain(status);
    expect(Object.keys(body).filter((key) => !['error', 'code', 'message'].includes(key))).toEqual([]);
  }
});

test('a token with all abilities cannot create one with workspace:manage', async () => {
  for (const role of ['owner', 'admin'] as const) {
    const token = tokens.get(`${role} full`)!;
    const body = { name: `By the ${role}`, abilities: ['workspace:manage'] };
    expect((await world.owner.call('tokens.create', { body }, { token })).status).toBe(422);
  }
});

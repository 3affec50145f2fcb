/**
 * Tests every operation for every kind of caller against an oracle written by hand from the references
 * (support/access-oracle.txt). As the contract's table is under test, only its ids are used.
 */
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { ABILITIES, type Role, ROLES, TOKEN_ABILITIES } from '#contract/abilities.ts';
import { type OperationId, OPERATION_LIST } from '#contract/operations/index.ts';

import { type Answer, getOperation, MISSING_UUID } from './support/client.ts';
import { anyPicture, quickImages } from './support/thumbnails.ts';
import { VALID_INPUTS } from './support/valid-calls.ts';
import { quickVideos } from './support/videos.ts';
import { World } from './support/world.ts';

interface Rule {
  readonly line: string;
  /** Each inner list alone allows the operation; its abilities are needed together. */
  readonly either: readonly (readonly string[])[];
  readonly admin: boolean;
}

const formatLine = ({ method, path, surface }: { method: string; path: string; surface: string }): string =>
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

function findRule(line: string): Rule | undefined {
  return rules.find((rule) => rule.line === line) ?? (line.includes(' /local/v1/') ? WORKSPACE : undefined);
}

const CALLERS = ROLES.flatMap((role) => (['session', 'full'] as const).map((kind) => ({ role, kind })));
type Outcome = 'in' | 'no token' | 'no ability' | 'no role';

/** A viewer's token only has its read abilities, and `workspace:manage`. */
const getEffectiveAbilities = (role: Role, abilities: readonly string[]): readonly string[] =>
  role === 'viewer' ? abilities.filter((ability) => /:read$|^workspace:manage$/.test(ability)) : abilities;

function getExpectedOutcome(rule: Rule, role: Role, abilities: readonly string[]): Outcome {
  const granted = getEffectiveAbilities(role, abilities);
  if (!rule.either.some((all) => all.every((ability) => granted.includes(ability)))) return 'no ability';
  return rule.admin && role !== 'owner' && role !== 'admin' ? 'no role' : 'in';
}

function readOutcome({ status, body }: Answer): Outcome {
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
    tokens.set(`${role} ${kind}`, await world.createToken(role, abilities));
  }
});
afterAll(async () => {
  console.log(`Who gets in (session token, full API token):\n${matrix.join('\n')}`);
  await world.service.stop();
});

/** The only operation that needs no token. */
const JOIN_LINE = 'POST /local/v1/join';

/** Builds a request without effect, because rights are checked before parameters. */
const emptyRequest = (id: OperationId) => ({
  params: Object.fromEntries(Object.keys(getOperation(id).params.shape).map((name) => [name, MISSING_UUID])),
  body: {},
});

test('the access rules list every operation and nothing else', () => {
  const lines = OPERATION_LIST.map(formatLine);
  expect(lines.filter((line) => findRule(line) === undefined)).toEqual([]);
  expect(rules.filter((rule) => rule !== WORKSPACE && !lines.includes(rule.line))).toEqual([]);
});

test.each(OPERATION_LIST)('$id is allowed exactly for the roles and abilities of its reference', async (operation) => {
  const { id } = operation;
  const line = formatLine(operation);
  const rule = findRule(line)!;
  const getOutcome = async (token: string | null) =>
    readOutcome(await world.owner.call(id, emptyRequest(id), { token }));
  const outcomes: Record<string, Outcome> = {};
  for (const { role, kind } of CALLERS) {
    const abilities = kind === 'session' ? ABILITIES : TOKEN_ABILITIES;
    const outcome = await getOutcome(tokens.get(`${role} ${kind}`)!);
    outcomes[`${role} ${kind}`] = outcome;
    expect({ role, kind, outcome }).toEqual({ role, kind, outcome: getExpectedOutcome(rule, role, abilities) });
  }
  for (const ability of new Set(rule.either.flat())) {
    const others = ABILITIES.filter(
      (other) => other !== ability && !(rule.either.length > 1 && rule.either.flat().includes(other)),
    );
    expect({ without: ability, outcome: await getOutcome(await world.createOwnerToken(others)) }).toEqual({
      without: ability,
      outcome: 'no ability',
    });
  }
  for (const token of [null, 'sk_live_never_made', await world.createRevokedToken()]) {
    expect(await getOutcome(token)).toBe(line === JOIN_LINE ? 'in' : 'no token');
  }
  const marks: Record<Outcome, string> = { in: '+', 'no ability': 'a', 'no role': 'r', 'no token': 't' };
  const cells = ROLES.map(
    (role) => `${role} ${marks[outcomes[`${role} session`]!]}${marks[outcomes[`${role} full`]!]}`,
  );
  matrix.push(`${line.padEnd(66)} ${cells.join('  ')}`);
});

const CHANNEL_PATH = /^\/(channels|ideas|scripts|projects|video\/projects|runs|agent-runs)\/\{/;
const channelOperations = OPERATION_LIST.filter(({ path }) => CHANNEL_PATH.test(path));

test.each(channelOperations)(
  '$id is refused for a member without the channel and for another team',
  async ({ id, surface }) => {
    const input = await VALID_INPUTS[id](world);
    const member = surface === 'local' ? tokens.get('member session')! : world.tokens.member;
    for (const token of [member, world.foreign.secret]) {
      const { status, body } = await world.owner.call(id, input, { token });
      expect([403, 404], JSON.stringify(body)).toContain(status);
      expect(Object.keys(body).filter((key) => !['error', 'code', 'message'].includes(key))).toEqual([]);
    }
  },
);

test('a token with all abilities cannot create one with workspace:manage', async () => {
  for (const role of ['owner', 'admin'] as const) {
    const token = tokens.get(`${role} full`)!;
    const body = { name: `By the ${role}`, abilities: ['workspace:manage'] };
    expect((await world.owner.call('tokens.create', { body }, { token })).status).toBe(422);
  }
});

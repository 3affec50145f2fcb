/** Tests that a draft stores the source of each sentence, also where a model merely claims one. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type ServedModel, serveModel } from '#test/support/model.ts';
import { waitForEnd } from '#test/support/wait-for-end.ts';

import { World } from './support/world.ts';

const FACT =
  'The night train between Paris and Vienna was started again on 13 December 2021 after a break of many years.';
const OTHER_FACT = 'The conductor said that the night train to Vienna was sold out for 41 nights in a row.';
const SENTENCE = 'On 13 December 2021 the night train from Paris to Vienna was started again.';
const SCRIPT = `## Opening\n\n${SENTENCE} [^1] It was late. [^2] Seven more trains followed. [^1]\n`;
const PLAIN_SCRIPT = SCRIPT.replace(/ \[\^\d\]/g, '');
const CITED_SENTENCE = { sentence: SENTENCE, quote: FACT, source_kind: 'text', source_title: 'Pasted text 1' };
/** Sentences for which the model names a source that does not contain them. */
const CLAIMED_SENTENCES = [
  { sentence: 'It was late.', quote: '', source_title: 'Pasted text 2' },
  { sentence: 'Seven more trains followed.', quote: '', source_title: 'Pasted text 1' },
];

let world: World;
let model: ServedModel;
beforeAll(async () => {
  model = await serveModel({ script: SCRIPT, parts: 5 });
  world = await World.open('pglite');
  const body = { kind: 'openai-compatible', label: 'M', base_url: model.url, model: 'm', active: true, api_key: 'key' };
  await world.owner.data('local.providers.create', { body });
});
afterAll(async () => {
  await world.service.stop();
  model.close();
});

const createScript = () =>
  world.createScript({
    title: 'Back by night',
    outline: '## 1. Opening (400 words)',
    research_texts: [FACT, OTHER_FACT],
  });
const getEvidence = (id: number) => world.owner.data('local.evidence.list', { params: { id } });
const readScript = async (id: number) =>
  (await world.owner.data<{ script: string }>('scripts.content', { params: { id } })).script;

test('an agent run checks the sources that the model names, and removes its marks from the text', async () => {
  const id = await createScript();
  const before = model.prompts.length;
  const { body } = await world.owner.call('agentRuns.start', { params: { id }, body: { model: 'studio-model' } });
  const run_id = Number(body['run_id']);
  await waitForEnd(() => world.owner.data<{ status: string }>('agentRuns.get', { params: { id, run_id } }));
  const [, draft, repeatedPrompt] = model.prompts.slice(before);
  // The prompt that repeats a section contains the sources too.
  for (const prompt of [draft, repeatedPrompt]) {
    expect(prompt).toContain('[^1]\\nSource: Pasted text 1');
    expect(prompt).toContain('[^2]\\nSource: Pasted text 2');
  }
  expect(await readScript(id)).toBe(PLAIN_SCRIPT);
  expect(await getEvidence(id)).toMatchObject(
    [CITED_SENTENCE, ...CLAIMED_SENTENCES].map((source) => ({ ...source, run_id })),
  );
});

test('a draft on the script’s page does the same, and its live text has no marks', async () => {
  const id = await createScript();
  const { run_id } = await world.owner.data<{ run_id: string }>('scripts.generateScript', { params: { id } });
  expect((await world.waitForRun(id, run_id)).status).toBe('completed');
  const liveText = await world.owner.data<{ text: string }>('local.runs.text', {
    params: { run_id },
    query: { from: 0 },
  });
  expect(liveText.text).toBe(PLAIN_SCRIPT);
  expect(await readScript(id)).toBe(PLAIN_SCRIPT);
  expect(await getEvidence(id)).toMatchObject(
    [CITED_SENTENCE, ...CLAIMED_SENTENCES].map((source) => ({ ...source, run_id: null })),
  );
});

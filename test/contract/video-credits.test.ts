/** Tests the cost of a video: quote, hold, charge and the result of GET agree, however its creation ends. */
import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ServiceOperation } from '#contract/schema/operation.ts';
import type { VideoProject, VideoQuote } from '#contract/schema/video.ts';
import { VideoEngineError } from '#service/engines/video/video.ts';
import { credit_ledger } from '#service/store/schema.ts';
import { QuickVideos } from '#test/support/quick-videos.ts';
import { rounds } from '#test/support/rounds.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import type { Client } from './support/client.ts';
import { World } from './support/world.ts';

const ENDS = ['complete', 'fail', 'cancel', 'cancel at the end'] as const;
type End = (typeof ENDS)[number];

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  const maker = new QuickVideos();
  let world: World;
  let owner: Client;
  beforeAll(async () => {
    world = await World.open(database, { videoMaker: maker });
    owner = world.owner;
  });
  afterAll(() => world.service.stop());

  const left = async (): Promise<number> =>
    ((await owner.call('credits.get')).body['credits'] as { credits_remaining: number }).credits_remaining;
  const get = (project: string) => owner.data<VideoProject>('video.get', { params: { project } });
  const cancel = (project: string) => owner.data<VideoProject>('video.cancel', { params: { project } });
  const ended = async (operation: string): Promise<string> => {
    const status = async () => (await owner.data<ServiceOperation>('operations.get', { params: { operation } })).status;
    await expect.poll(status, { interval: 5, timeout: 60_000 }).not.toBe('running');
    return status();
  };
  const ledger = (project: string) =>
    world.service.store.db
      .select({ kind: credit_ledger.kind, amount: credit_ledger.amount, delta: credit_ledger.delta })
      .from(credit_ledger)
      .where(eq(credit_ledger.subject_id, project))
      .orderBy(credit_ledger.id);

  /** Starts a video, ends it in one of the ways, and returns its cost. */
  async function make(body: object, end: End) {
    const quote = await owner.data<VideoQuote>('video.quote', { body });
    const before = await left();
    if (end === 'fail') maker.fault = new VideoEngineError('died', 'ffmpeg ended before it was done.');
    let go = (): void => undefined;
    maker.gate = new Promise((resolve) => (go = resolve));
    const { operation } = (await owner.call('video.create', { body })).body as { operation: ServiceOperation };
    const project = operation.domain_resource!.id;
    expect((await get(project)).credits).toBe(quote.required_credits);
    expect(await left()).toBe(before - quote.required_credits);
    if (end === 'cancel') expect(await cancel(project)).toMatchObject({ status: 'cancelled', credits: 0 });
    go();
    // The render ends during this call; either may be first.
    if (end === 'cancel at the end') await cancel(project);
    const status = await ended(operation.id);
    maker.fault = null;
    return { project, status, quote, before };
  }

  test('quote, hold, charge and ledger agree however a video ends', async () => {
    const sentences = fc.integer({ min: 1, max: 300 });
    await fc.assert(
      fc.asyncProperty(sentences, fc.constantFrom(...ENDS), async (count, end) => {
        const body = { name: 'Trains', script: 'The train left at nine. '.repeat(count) };
        const { project, status, quote, before } = await make(body, end);
        const cost = status === 'completed' ? quote.required_credits : 0;
        if (end !== 'cancel at the end') {
          expect(status).toBe({ complete: 'completed', fail: 'failed', cancel: 'cancelled' }[end]);
        }
        const held = { kind: 'hold', amount: quote.required_credits, delta: -quote.required_credits };
        const settled = await ledger(project);
        expect(settled).toEqual([
          held,
          status === 'completed'
            ? { kind: 'charge', amount: cost, delta: 0 }
            : { kind: 'release', amount: quote.required_credits, delta: quote.required_credits },
        ]);
        expect(await get(project)).toMatchObject({ credits: cost });
        expect(await left()).toBe(before - cost);
        // Cancelling an ended video changes nothing.
        expect(await cancel(project)).toEqual(await get(project));
        expect(await ledger(project)).toEqual(settled);
        expect(await left()).toBe(before - cost);
      }),
      { numRuns: rounds(8, 100), examples: ENDS.map((end): [number, End] => [12, end]) },
    );
  });
});

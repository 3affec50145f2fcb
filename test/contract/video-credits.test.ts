/** Tests the cost of a video: quote, hold, charge and GET agree, however its creation ends. */
import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { ServiceOperation } from '#contract/schema/operation.ts';
import type { VideoProject, VideoQuote } from '#contract/schema/video.ts';
import { VideoEngineError } from '#service/engines/video/video.ts';
import { credit_ledger } from '#service/store/schema.ts';
import { QuickVideos } from '#test/support/quick-videos.ts';
import { getRounds } from '#test/support/rounds.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import type { Client } from './support/client.ts';
import { World } from './support/world.ts';

const OUTCOMES = ['complete', 'fail', 'cancel', 'cancel at the end'] as const;
type Outcome = (typeof OUTCOMES)[number];

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  const maker = new QuickVideos();
  let world: World;
  let owner: Client;
  beforeAll(async () => {
    world = await World.open(database, { videoMaker: maker });
    owner = world.owner;
  });
  afterAll(() => world.service.stop());

  const getVideo = (project: string) => owner.data<VideoProject>('video.get', { params: { project } });
  const cancelVideo = (project: string) => owner.data<VideoProject>('video.cancel', { params: { project } });
  const listLedger = (project: string) =>
    world.service.store.db
      .select({ kind: credit_ledger.kind, amount: credit_ledger.amount, delta: credit_ledger.delta })
      .from(credit_ledger)
      .where(eq(credit_ledger.subject_id, project))
      .orderBy(credit_ledger.id);

  /** Creates a video with this outcome; returns its quote and the balance before. */
  async function createVideo(body: object, outcome: Outcome) {
    const quote = await owner.data<VideoQuote>('video.quote', { body });
    const before = await world.getBalance();
    if (outcome === 'fail') maker.fault = new VideoEngineError('died', 'ffmpeg ended before it was done.');
    let release = (): void => undefined;
    maker.gate = new Promise((resolve) => (release = resolve));
    const { operation } = (await owner.call('video.create', { body })).body as { operation: ServiceOperation };
    const project = operation.domain_resource!.id;
    expect((await getVideo(project)).credits).toBe(quote.required_credits);
    expect(await world.getBalance()).toBe(before - quote.required_credits);
    if (outcome === 'cancel') expect(await cancelVideo(project)).toMatchObject({ status: 'cancelled', credits: 0 });
    release();
    // The render ends during this call, so either may win.
    if (outcome === 'cancel at the end') await cancelVideo(project);
    const { status } = await world.waitForOperation(operation.id);
    maker.fault = null;
    return { project, status, quote, before };
  }

  test('quote, hold, charge and ledger agree however a video ends', async () => {
    const sentences = fc.integer({ min: 1, max: 300 });
    await fc.assert(
      fc.asyncProperty(sentences, fc.constantFrom(...OUTCOMES), async (count, outcome) => {
        const body = { name: 'Trains', script: 'The train left at nine. '.repeat(count) };
        const { project, status, quote, before } = await createVideo(body, outcome);
        const cost = status === 'completed' ? quote.required_credits : 0;
        if (outcome !== 'cancel at the end') {
          expect(status).toBe({ complete: 'completed', fail: 'failed', cancel: 'cancelled' }[outcome]);
        }
        const holdEntry = { kind: 'hold', amount: quote.required_credits, delta: -quote.required_credits };
        const entries = await listLedger(project);
        expect(entries).toEqual([
          holdEntry,
          status === 'completed'
            ? { kind: 'charge', amount: cost, delta: 0 }
            : { kind: 'release', amount: quote.required_credits, delta: quote.required_credits },
        ]);
        expect(await getVideo(project)).toMatchObject({ credits: cost });
        expect(await world.getBalance()).toBe(before - cost);
        // Cancelling an ended video changes nothing.
        expect(await cancelVideo(project)).toEqual(await getVideo(project));
        expect(await listLedger(project)).toEqual(entries);
        expect(await world.getBalance()).toBe(before - cost);
      }),
      { numRuns: getRounds(8, 100), examples: OUTCOMES.map((outcome): [number, Outcome] => [12, outcome]) },
    );
  });
});

/**
 * Tests videos beyond the rules common to all operations, on both databases: charging, staging, applying, publishing
 * and serving.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { getVideoCredits } from '#contract/limits.ts';
import type { RevisionItem, RevisionManifest, RevisionPass } from '#contract/schema/video-revision.ts';
import type { VideoDownload, VideoProject, VideoQuote } from '#contract/schema/video.ts';
import type { QualityReport } from '#contract/schema/video-content.ts';
import { sha256 } from '#platform/sha256.ts';
import { VideoEngineError } from '#service/engines/video/video.ts';
import { QuickVideos } from '#test/support/quick-videos.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import { type Client, MISSING_UUID } from './support/client.ts';
import { addAsset } from './support/assets.ts';
import { readOperation, videoCalls } from './support/video-calls.ts';
import { BLOCK, CUE, listFiles, createVideo, OVERLAY } from './support/videos.ts';
import { World } from './support/world.ts';
import { wrongEdits } from './support/wrong-edits.ts';

const SCRIPT = '# Night trains\n\nThey are coming back.\n\n## Why\n\nNobody expected that, and yet they are full.\n';
const EDITS = 50;

/** Position of an edit of the first block; times in seconds. */
const FIRST_BLOCK = { block_key: BLOCK, start_time: 0, end_time: 3 };

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  const maker = new QuickVideos();
  let world: World;
  let owner: Client;
  beforeAll(async () => {
    world = await World.open(database, { videoMaker: maker });
    owner = world.owner;
  });
  afterAll(() => world.service.stop());

  const { create, getVideo, getContent, getManifest, getEtag, edit, download, apply } = videoCalls(() => world, SCRIPT);

  describe('a video', () => {
    test('is charged as quoted once it completes', async () => {
      const before = await world.getCredits();
      const body = { name: 'Trains', script: SCRIPT };
      const quote = await owner.data<VideoQuote>('video.quote', { body });
      expect(quote).toMatchObject({ dry_run: true, required_credits: getVideoCredits(quote.estimated_seconds) });
      expect(await world.getCredits()).toEqual(before);
      const { operation, project } = await create();
      expect(operation).toMatchObject({
        type: 'video_generate',
        status: 'running',
        progress: 10,
        result: null,
        error: null,
      });
      expect(operation.timestamps).toMatchObject({ finished_at: null, expires_at: null });
      const finishedOperation = await world.waitForOperation(operation.id);
      const video = await getVideo(project);
      expect(finishedOperation).toMatchObject({
        status: 'completed',
        progress: 100,
        warnings: ['Nobody speaks.'],
        error: null,
        result: { project_id: project, revision: video.current_artifact!.revision },
      });
      expect(video).toMatchObject({ status: 'complete', credits: quote.required_credits, title: 'Trains' });
      expect((await world.getCredits()).credits_remaining).toBe(before.credits_remaining - quote.required_credits);
    });

    test('is fully refunded when cancelled, and cancelling again changes nothing', async () => {
      const before = await world.getCredits();
      let release = (): void => undefined;
      maker.gate = new Promise((resolve) => (release = resolve));
      const { operation, project } = await create();
      expect((await world.getCredits()).credits_remaining).toBeLessThan(before.credits_remaining);
      const cancel = () => owner.data<VideoProject>('video.cancel', { params: { project }, body: { reason: 'No' } });
      expect(await cancel()).toMatchObject({ status: 'cancelled', current_artifact: null, credits: 0 });
      expect((await getVideo(project)).credits).toBe(0);
      expect(await world.getCredits()).toEqual(before);
      release();
      maker.gate = Promise.resolve();
      expect(await world.waitForOperation(operation.id)).toMatchObject({
        status: 'cancelled',
        retry: { supported: true, action: 'create_again' },
      });
      expect(await cancel()).toMatchObject({ status: 'cancelled' });
      expect((await getContent(project)).edit_session).toEqual({ status: 'none', editable: false });
      const { project: finishedProject, operation: otherOperation } = await create();
      await world.waitForOperation(otherOperation.id);
      const creditsLeft = await world.getCredits();
      expect(await owner.data('video.cancel', { params: { project: finishedProject }, body: {} })).toMatchObject({
        status: 'complete',
      });
      expect(await world.getCredits()).toEqual(creditsLeft);
    });

    test('reports why it failed and refunds its credits', async () => {
      const before = await world.getCredits();
      maker.fault = new VideoEngineError('disk_full', 'The disk is full. Free some space and try again.');
      const { operation, project } = await create();
      expect(await world.waitForOperation(operation.id)).toMatchObject({
        status: 'failed',
        error: { code: 'disk_full', retryable: true, message: 'The disk is full. Free some space and try again.' },
        retry: { supported: true, action: 'create_again' },
      });
      expect(await getVideo(project)).toMatchObject({ status: 'failed', current_artifact: null });
      expect(await world.getCredits()).toEqual(before);
      // No unfinished file remains.
      expect(await listFiles(world, project)).toEqual(['cache']);
    });

    test.each([
      ['one word', 'Hello'],
      ['right-to-left text', '# قطارات الليل\n\nلقد عادت. لا أحد يعرف لماذا.'],
    ])('is quoted and rendered from %s', async (_, script) => {
      const quote = await owner.data<VideoQuote>('video.quote', { body: { name: 'A', script } });
      expect(quote.required_credits).toBe(getVideoCredits(quote.estimated_seconds));
      const { project, operation } = await create({ script });
      expect((await world.waitForOperation(operation.id)).status).toBe('completed');
      expect((await getVideo(project)).credits).toBe(quote.required_credits);
    });

    test('is accepted with 20,000 words, and refunded when cancelled', async () => {
      const before = await world.getCredits();
      let release = (): void => undefined;
      maker.gate = new Promise((resolve) => (release = resolve));
      const { project, operation } = await create({ script: 'One two three four five six seven. '.repeat(2857) });
      expect((await getVideo(project)).duration_seconds).toBeGreaterThan(2 * 3600);
      await owner.data('video.cancel', { params: { project }, body: {} });
      release();
      maker.gate = Promise.resolve();
      expect((await world.waitForOperation(operation.id)).status).toBe('cancelled');
      expect(await world.getCredits()).toEqual(before);
    });

    test('shows the team’s own media', async () => {
      const picture = await addAsset(world);
      const { project, operation } = await create({ library_asset_public_ids: [picture] });
      await world.waitForOperation(operation.id);
      expect((await getContent(project)).visual_blocks.map(({ kind }) => kind)).toContain('media');
      const body = { block_key: BLOCK, media_asset_id: picture };
      const { body: stagedBody } = await edit('videoRevision.replaceWithMedia', project, body);
      // A 4:3 picture in a 16:9 frame.
      expect(stagedBody['data']).toMatchObject({ action: 'replace_with_media', cropped: true });
    });

    test.each([
      ['script', { script: '' }, /word/],
      ['script', { script: '🎬🎬🎬' }, /word/],
      ['script', { script: 'One two three four five six seven eight. '.repeat(4000) }, /the limit is 3 h 0 min\.$/],
      ['voice_id', { voice_id: 'nobody' }, /voice isn’t available/],
      ['project_id', { project_id: 'project:v1:idea:2000000000' }, /project doesn’t exist/],
      ['library_asset_public_ids', { library_asset_public_ids: [MISSING_UUID] }, /doesn’t exist/],
    ])('is rejected for an invalid %s', async (field, body, words) => {
      for (const id of ['video.create', 'video.quote'] as const) {
        const { status, body: answer } = await owner.call(id, { body: { name: 'A', script: SCRIPT, ...body } });
        expect({ status, errors: answer['errors'] }).toEqual({
          status: 422,
          errors: { [field]: [expect.stringMatching(words) as unknown] },
        });
      }
    });
  });

  describe('the video file', () => {
    test('is named by its SHA-256 and served with ranges at a URL that expires', async () => {
      const project = await createVideo(world);
      const { download_url, expires_at, revision, bytes } = await download(project);
      expect(revision).toBe((await getVideo(project)).current_artifact!.revision);
      expect(Date.parse(expires_at)).toBeGreaterThan(Date.now());
      const read = async (headers: Record<string, string> = {}, url = download_url) => {
        const response = await fetch(url, { headers });
        return { status: response.status, text: await response.text(), headers: response.headers };
      };
      const fullResponse = await read();
      expect(fullResponse).toMatchObject({ status: 200, text: project });
      expect(fullResponse.headers.get('Content-Type')).toBe('video/mp4');
      expect(fullResponse.headers.get('Accept-Ranges')).toBe('bytes');
      const partialResponse = await read({ Range: 'bytes=2-5' });
      expect(partialResponse).toMatchObject({ status: 206, text: project.slice(2, 6) });
      expect(partialResponse.headers.get('Content-Range')).toBe(`bytes 2-5/${bytes}`);
      expect(partialResponse.headers.get('Content-Length')).toBe('4');
      expect(await read({ Range: 'bytes=-4' })).toMatchObject({ status: 206, text: project.slice(-4) });
      expect(await read({ Range: 'bytes=30-' })).toMatchObject({ status: 206, text: project.slice(30) });
      expect(await read({ Range: 'bytes=900-' })).toMatchObject({ status: 416, text: '' });
      expect(await read({ Range: 'bytes=2-5', 'If-Range': '"another"' })).toMatchObject({ status: 200, text: project });
      const otherUrl = download_url.replace(revision, 'b'.repeat(64));
      for (const url of [`${download_url}x`, download_url.replace(/expires=\d+/, 'expires=1'), otherUrl]) {
        expect((await read({}, url)).status).toBe(404);
      }
      expect((await fetch(download_url, { method: 'HEAD' })).headers.get('Content-Length')).toBe(String(bytes));
    });
  });

  describe('a staged edit', () => {
    test(`is accepted once when ${EDITS} arrive with the same revision`, async () => {
      const project = await createVideo(world);
      const headers = { 'If-Match': await getEtag(project) };
      const answers = await Promise.all(
        Array.from({ length: EDITS }, (_, index) =>
          owner.call('videoRevision.captions', {
            params: { project },
            headers,
            body: { style: index % 2 === 0 ? 'bar' : 'large' },
          }),
        ),
      );
      const acceptedAnswers = answers.filter(({ status }) => status === 200);
      expect(acceptedAnswers).toHaveLength(1);
      const conflicts = answers.filter(({ status, body }) => status === 409 && body['code'] === 'revision_conflict');
      expect(conflicts).toHaveLength(EDITS - 1);
      expect(acceptedAnswers[0]!.headers.get('ETag')).toBe(await getEtag(project));
      expect((await getManifest(project)).items).toHaveLength(1);
    });

    test('replaces an earlier edit of the same target', async () => {
      const project = await createVideo(world);
      const editText = (key: string, value: string) =>
        edit('videoRevision.slideText', project, { block_key: BLOCK, field_edits: [{ key, value }] });
      const first = await editText('title', 'One');
      const second = await editText('title', 'Two');
      expect((second.body['data'] as RevisionItem).id).toBe((first.body['data'] as RevisionItem).id);
      await edit('videoRevision.captions', project, { enabled: false });
      await edit('videoRevision.captions', project, { style: 'bar' });
      await edit('videoRevision.captions', project, { caption: { cue_id: CUE, text: 'Other' } });
      await edit('videoRevision.captions', project, { caption: { cue_id: CUE, text: '' } });
      await edit(
        'videoRevision.publishedOverlays.update',
        project,
        { inputs: { role: 'Engineer' } },
        { overlay: OVERLAY },
      );
      await edit('videoRevision.publishedOverlays.remove', project, undefined, { overlay: OVERLAY });
      const { revision, items } = await getManifest(project);
      expect(revision).toEqual({ number: 1, status: 'draft' });
      expect(items).toMatchObject([
        { action: 'edit_slide_text', scope: 'block', ...FIRST_BLOCK, inputs: { title: 'Two' } },
        { action: 'update_captions', scope: 'video', inputs: { enabled: false, style: 'bar' } },
        {
          action: 'edit_caption',
          label: 'Caption removed',
          scope: 'moment',
          ...FIRST_BLOCK,
          inputs: { cue_id: CUE, text: '' },
        },
        {
          action: 'remove_overlay',
          operation: 'remove',
          overlay_id: OVERLAY,
          template: 'lower_third',
          scope: 'moment',
        },
      ]);
      // Reads all pages of the manifest with the draft's ETag.
      const pages: RevisionItem[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const query = { per_page: 2, ...(cursor !== '' && { cursor }) };
        const { body, headers } = await owner.call('videoRevision.manifest', { params: { project }, query });
        pages.push(...(body['data'] as RevisionManifest).items);
        expect(headers.get('ETag')).toBe(await getEtag(project));
        cursor = (body['meta'] as { next_cursor: string | null }).next_cursor;
      }
      expect(pages).toEqual(items);
    });

    test('is rejected with an error at its field, and stages nothing', async () => {
      const project = await createVideo(world, { music: false });
      const sound = await addAsset(world, { media_type: 'audio' });
      const before = await getEtag(project);
      for (const [id, body, field] of wrongEdits(sound)) {
        const { status, body: answer } = await edit(id, project, body);
        expect({ id, status, fields: Object.keys((answer['errors'] ?? {}) as object) }).toEqual({
          id,
          status: 422,
          fields: [field],
        });
      }
      expect(await getEtag(project)).toBe(before);
      expect((await getManifest(project)).items).toEqual([]);
    });
  });

  describe('a revision pass', () => {
    test('becomes a new version once, and keeps the previous one', async () => {
      const { project, operation } = await create();
      await world.waitForOperation(operation.id);
      const first = (await getVideo(project)).current_artifact!;
      const add = { template: 'callout', inputs: { text: 'Look' }, start_time: 1, end_time: 2.5 };
      const { overlay_id } = (await edit('videoRevision.overlays.add', project, add)).body['data'] as RevisionItem;
      await edit('videoRevision.regenerateVisual', project, { block_key: BLOCK, prompt: 'A train in the snow' });
      await expect
        .poll(async () => (await getManifest(project)).items.map(({ status }) => status))
        .not.toContain('generating');
      expect((await getManifest(project)).items[1]!.preview_url).toMatch(/^http/);
      const before = await world.getCredits();
      const headers = { 'If-Match': await getEtag(project), 'Idempotency-Key': `apply-${database}` };
      const [firstAnswer, secondAnswer] = await Promise.all(
        [1, 2].map(() => owner.call('videoRevision.apply', { params: { project }, headers })),
      );
      expect(readOperation(firstAnswer!).id).toBe(readOperation(secondAnswer!).id);
      const finishedOperation = await world.waitForOperation(readOperation(firstAnswer!).id);
      expect(finishedOperation).toMatchObject({
        type: 'video_apply_revision',
        status: 'completed',
        domain_resource: { type: 'video_revision_pass' },
      });
      expect(await world.getCredits()).toEqual(before);
      const pass = finishedOperation.domain_resource!.id;
      const revisionPass = await owner.data<RevisionPass>('videoRevision.pass', { params: { project, pass } });
      const second = (await getVideo(project)).current_artifact!;
      expect(second.revision).not.toBe(first.revision);
      expect(revisionPass).toMatchObject({
        number: 1,
        status: 'complete',
        error: null,
        artifact: { revision: second.revision },
        download: { available: true },
        changes: ['New overlay: Callout “Look”', expect.stringMatching(/^New picture/)],
      });
      const current = await getContent(project);
      expect(current.overlays).toMatchObject([{ id: overlay_id, template: 'callout', start_time: 1, end_time: 2.5 }]);
      expect(current.visual_blocks.find(({ key }) => key === BLOCK)).toMatchObject({
        kind: 'picture',
        prompt: 'A train in the snow',
      });
      expect(current.versions.map(({ revision, pass }) => [revision, pass?.number ?? null])).toEqual([
        [second.revision, 1],
        [first.revision, null],
      ]);
      expect((await getManifest(project)).items).toEqual([]);
      // The bytes of both files match their revisions.
      for (const revision of [first.revision, second.revision]) {
        const { download_url } = await download(project, { revision });
        const bytes = Buffer.from(await (await fetch(download_url)).arrayBuffer());
        expect(sha256(bytes)).toBe(revision);
      }
      const response = await fetch(`${world.service.baseUrl}${revisionPass.download.endpoint}`, {
        headers: { Authorization: `Bearer ${world.service.token}` },
      });
      expect(((await response.json()) as { data: VideoDownload }).data.revision).toBe(second.revision);
      await expect
        .poll(async () => (await owner.data<QualityReport>('video.qualityReport', { params: { project } })).status)
        .toBe('ready');
      expect(await owner.data('video.qualityReport', { params: { project } })).toMatchObject({
        overall_status: 'warning',
        audio_status: 'warning',
        visual_status: 'pass',
        summary: { count: 1, severe_count: 0 },
      });
    });

    test('stays staged when it fails, and can be applied again', async () => {
      const { project, operation } = await create();
      await world.waitForOperation(operation.id);
      await edit('videoRevision.captions', project, { style: 'large' });
      maker.fault = new VideoEngineError('died', 'ffmpeg ended before it was done.');
      const failedOperation = await apply(project);
      expect(failedOperation).toMatchObject({ status: 'failed', retry: { supported: true, action: 'apply_again' } });
      const pass = failedOperation.domain_resource!.id;
      expect(await owner.data('videoRevision.pass', { params: { project, pass } })).toMatchObject({
        status: 'failed',
        error: 'ffmpeg ended before it was done.',
        artifact: null,
        applied_at: null,
        download: { available: false, endpoint: null },
      });
      expect((await getManifest(project)).items).toHaveLength(1);
      expect(await apply(project)).toMatchObject({ status: 'completed' });
      expect((await getContent(project)).settings.captions).toEqual({ enabled: true, style: 'large' });
    });

    test('cannot be edited during rendering or after its 30 days', async () => {
      const { project, operation } = await create();
      await world.waitForOperation(operation.id);
      await edit('videoRevision.music', project, { remove: true });
      let release = (): void => undefined;
      maker.gate = new Promise((resolve) => (release = resolve));
      const applyOperation = readOperation(await edit('videoRevision.apply', project));
      expect(await edit('videoRevision.captions', project, { enabled: false })).toMatchObject({
        status: 409,
        body: { code: 'video_not_editable', explanation: expect.any(String) as unknown },
      });
      const { edit_availability } = await getContent(project);
      expect(edit_availability).toMatchObject({ can_apply: false, can_start_new_pass: false });
      release();
      maker.gate = Promise.resolve();
      expect((await world.waitForOperation(applyOperation.id)).status).toBe('completed');
      expect((await getContent(project)).settings.music).toMatchObject({ removal_available: false });
      const expiredContent = await getContent(await createVideo(world, { published_at: new Date('2020-01-01') }));
      expect(expiredContent.edit_session).toEqual({ status: 'closed', editable: false });
      expect(expiredContent.edit_availability.explanation).toMatch(/30 days/);
    });
  });
});

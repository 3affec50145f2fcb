/** Tests events that webhooks choose by name, messages for chat services, and sending a delivery again. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { ServiceOperation } from '#contract/schema/operation.ts';
import type { Production, Project } from '#contract/schema/project.ts';
import type { VideoProject } from '#contract/schema/video.ts';
import type { WebhookDelivery, WebhookDetail } from '#contract/schema/webhook.ts';
import { QuickVideos } from '#test/support/quick-videos.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import { createWebhookFields } from './support/webhooks.ts';
import { CHANNEL, World } from './support/world.ts';

const WAIT = { timeout: 60_000, interval: 50 };
const TITLE = 'Trains & <ships>, @everyone';

describe.each(INSTALLED_DATABASES)('on %s', (database) => {
  const maker = new QuickVideos();
  let world: World;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    world = await World.open(database, { videoMaker: maker });
  });
  afterAll(async () => {
    await world.service.stop();
    receiver.close();
  });

  const create = (overrides: object) =>
    world.owner.data<{ id: number }>('webhooks.create', { body: createWebhookFields(overrides) });
  const listDeliveries = async (webhook: number): Promise<WebhookDelivery[]> =>
    (await world.owner.data<WebhookDetail>('webhooks.get', { params: { webhook } })).deliveries;
  const listReceived = (path: string) => receiver.requests.filter((request) => request.path === path);
  const createIdea = () =>
    world.owner.data<{ id: number }>('ideas.create', { params: { id: CHANNEL }, body: { title: TITLE } });
  const resend = (webhook: number, delivery: string) =>
    world.owner.call('local.webhooks.resend', { params: { webhook, delivery } });

  test('events of projects, tasks and videos are sent only to webhooks that name them', async () => {
    const events = ['project.moved', 'project.commented', 'task.assigned', 'task.completed', 'video.published'];
    const namedWebhook = await create({ url: receiver.getUrl('/ok?chosen'), events });
    const defaultWebhook = await create({ url: receiver.getUrl('/ok?all') });
    const { id } = await createIdea();
    const project = `project:v1:idea:${id}`;
    const readRevision = async () => {
      const { revision } = await world.owner.data<Project>('projects.get', { params: { project } });
      return { params: { project }, headers: { 'If-Match': `"${revision}"` } };
    };
    const change = async (operation: 'projects.move' | 'projects.production.update', body: object) => {
      const { params, headers } = await readRevision();
      const answer = await world.owner.call(operation, { params, body }, { headers });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body['data'] as Production;
    };
    await change('projects.move', { stage: 'considering' });
    const { params } = await readRevision();
    await world.owner.data('projects.comments.create', { params, body: { body: 'Which line first?' } });
    const task = { title: 'Call the museum', assignee_id: 1 };
    const { checklist } = await change('projects.production.update', { checklist: [task, { title: 'Pack' }] });
    const doneChecklist = checklist.map((entry) => ({ ...entry, done: entry.title === task.title }));
    await change('projects.production.update', { checklist: doneChecklist });

    await vi.waitFor(() => expect(listReceived('/ok?chosen')).toHaveLength(4), WAIT);
    const payloads = listReceived('/ok?chosen').map(({ body }) => JSON.parse(body) as { event: string; data: object });
    const data = { project_id: project, channel_id: String(CHANNEL), title: TITLE };
    const taskData = { ...data, task: 'Call the museum', assignee: expect.any(String) as unknown };
    expect(Object.fromEntries(payloads.map((payload) => [payload.event, payload.data]))).toEqual({
      'project.moved': { ...data, from: 'new', to: 'considering' },
      'project.commented': { ...data, author: expect.any(String) as unknown, comment: 'Which line first?' },
      'task.assigned': taskData,
      'task.completed': taskData,
    });
    expect((await listDeliveries(defaultWebhook.id)).map(({ event_type }) => event_type)).toEqual(['idea.created']);
    for (const webhook of [namedWebhook.id, defaultWebhook.id])
      await world.owner.data('webhooks.delete', { params: { webhook } });
  });

  test('a published version of a video sends an event, and a cancelled one does not', async () => {
    const { id } = await create({ url: receiver.getUrl('/ok?video'), events: ['video.published'] });
    const createVideo = async (name: string): Promise<string> => {
      const body = { name, script: '# Trains\n\nThey are coming back.\n' };
      const answer = await world.owner.call('video.create', { body });
      return (answer.body['operation'] as ServiceOperation).domain_resource!.id;
    };
    let release = (): void => undefined;
    maker.gate = new Promise((resolve) => (release = resolve));
    const cancelledVideo = { project: await createVideo('Cancelled') };
    await world.owner.data('video.cancel', { params: cancelledVideo, body: {} });
    release();
    maker.gate = Promise.resolve();
    const project = await createVideo('Trains');
    await vi.waitFor(() => expect(listReceived('/ok?video')).toHaveLength(1), WAIT);
    const video = await world.owner.data<VideoProject>('video.get', { params: { project } });
    expect(JSON.parse(listReceived('/ok?video')[0]!.body)).toMatchObject({
      event: 'video.published',
      data: {
        ...{ video_id: project, channel_id: String(video.channel_id), title: 'Trains' },
        revision: video.current_artifact!.revision,
      },
    });
    await world.owner.data('webhooks.delete', { params: { webhook: id } });
  });

  test.each([
    [
      'hooks.slack.com',
      '/services/T0/B0/x',
      { text: 'New idea: Trains &amp; &lt;ships&gt;, @everyone' },
      { text: 'This is a test of your webhook.' },
    ],
    [
      'discord.com',
      '/api/webhooks/1/x',
      { content: `New idea: ${TITLE}`, allowed_mentions: { parse: [] } },
      { content: 'This is a test of your webhook.', allowed_mentions: { parse: [] } },
    ],
  ])('%s gets messages in its own form', async (host, path, ideaMessage, testMessage) => {
    const { id } = await create({ url: receiver.getUrl(path, host), events: ['idea.created'] });
    await createIdea();
    await vi.waitFor(async () => expect(await listDeliveries(id)).toHaveLength(1), WAIT);
    await world.owner.data('webhooks.test', { params: { webhook: id } });
    const bodies = (await listDeliveries(id)).map(({ payload }) => JSON.parse(payload ?? '') as unknown);
    expect(bodies).toEqual([testMessage, ideaMessage]);
    // A member who can’t see the channel reads no message about it.
    const member = world.owner.as(world.tokens.member);
    const memberView = await member.data<WebhookDetail>('webhooks.get', { params: { webhook: id } });
    expect(memberView.deliveries.map(({ event_type, payload }) => [event_type, payload === undefined])).toEqual([
      ['webhook.test', false],
      ['idea.created', true],
    ]);
    await world.owner.data('webhooks.delete', { params: { webhook: id } });
  });

  test('a delivery is sent again with the same id and body, once for several simultaneous requests', async () => {
    const { id } = await create({ url: receiver.getUrl('/ok?again'), events: ['idea.created'] });
    await createIdea();
    const waitForDelivery = (times: number) =>
      vi.waitFor(async () => {
        expect(listReceived('/ok?again')).toHaveLength(times);
        const [delivery] = await listDeliveries(id);
        expect(delivery).toMatchObject({ status: 'success', attempts: 1, response_code: 200 });
        return delivery!;
      }, WAIT);
    const first = await waitForDelivery(1);
    const answers = await Promise.all([resend(id, first.id), resend(id, first.id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const second = await waitForDelivery(2);
    expect(second).toMatchObject({ id: first.id, payload: first.payload });
    const [original, repeated] = listReceived('/ok?again');
    expect(repeated).toMatchObject({ body: original!.body });
    expect(repeated!.headers['x-service-delivery']).toBe(original!.headers['x-service-delivery']);
    await world.owner.data('webhooks.update', { params: { webhook: id }, body: { active: false } });
    expect(await resend(id, first.id)).toMatchObject({ status: 409, body: { code: 'webhook_inactive' } });
    expect(listReceived('/ok?again')).toHaveLength(2);
  });
});

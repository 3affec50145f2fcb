/** Tests events that webhooks choose by name, messages for chat services, and sending a delivery again. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { ServiceOperation } from '#contract/schema/operation.ts';
import type { Production, Project } from '#contract/schema/project.ts';
import type { VideoProject } from '#contract/schema/video.ts';
import type { WebhookDelivery, WebhookDetail } from '#contract/schema/webhook.ts';
import { QuickVideos } from '#test/support/quick-videos.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { INSTALLED_DATABASES } from '#test/support/service.ts';

import { newWebhook } from './support/webhooks.ts';
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

  const create = (more: object) => world.owner.data<{ id: number }>('webhooks.create', { body: newWebhook(more) });
  const deliveries = async (webhook: number): Promise<WebhookDelivery[]> =>
    (await world.owner.data<WebhookDetail>('webhooks.get', { params: { webhook } })).deliveries;
  const at = (path: string) => receiver.received.filter((one) => one.path === path);
  const idea = () =>
    world.owner.data<{ id: number }>('ideas.create', { params: { id: CHANNEL }, body: { title: TITLE } });
  const resend = (webhook: number, delivery: string) =>
    world.owner.call('local.webhooks.resend', { params: { webhook, delivery } });

  test('events of projects, tasks and videos are sent only where they were chosen by name', async () => {
    const events = ['project.moved', 'project.commented', 'task.assigned', 'task.completed', 'video.published'];
    const chosen = await create({ url: receiver.url('/ok?chosen'), events });
    const all = await create({ url: receiver.url('/ok?all') });
    const { id } = await idea();
    const project = `project:v1:idea:${id}`;
    const about = async () => {
      const { revision } = await world.owner.data<Project>('projects.get', { params: { project } });
      return { params: { project }, headers: { 'If-Match': `"${revision}"` } };
    };
    const change = async (operation: 'projects.move' | 'projects.production.update', body: object) => {
      const { params, headers } = await about();
      const answer = await world.owner.call(operation, { params, body }, { headers });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body['data'] as Production;
    };
    await change('projects.move', { stage: 'considering' });
    const { params } = await about();
    await world.owner.data('projects.comments.create', { params, body: { body: 'Which line first?' } });
    const task = { title: 'Call the museum', assignee_id: 1 };
    const { checklist } = await change('projects.production.update', { checklist: [task, { title: 'Pack' }] });
    const done = checklist.map((entry) => ({ ...entry, done: entry.title === task.title }));
    await change('projects.production.update', { checklist: done });

    await vi.waitFor(() => expect(at('/ok?chosen')).toHaveLength(4), WAIT);
    const sent = at('/ok?chosen').map(({ body }) => JSON.parse(body) as { event: string; data: object });
    const data = { project_id: project, channel_id: String(CHANNEL), title: TITLE };
    const ofTask = { ...data, task: 'Call the museum', assignee: expect.any(String) as unknown };
    expect(Object.fromEntries(sent.map((one) => [one.event, one.data]))).toEqual({
      'project.moved': { ...data, from: 'new', to: 'considering' },
      'project.commented': { ...data, author: expect.any(String) as unknown, comment: 'Which line first?' },
      'task.assigned': ofTask,
      'task.completed': ofTask,
    });
    expect((await deliveries(all.id)).map(({ event_type }) => event_type)).toEqual(['idea.created']);
    for (const webhook of [chosen.id, all.id]) await world.owner.data('webhooks.delete', { params: { webhook } });
  });

  test('a version of a video is told once it is there, and a cancelled one is not', async () => {
    const { id } = await create({ url: receiver.url('/ok?video'), events: ['video.published'] });
    const make = async (name: string): Promise<string> => {
      const body = { name, script: '# Trains\n\nThey are coming back.\n' };
      const answer = await world.owner.call('video.create', { body });
      return (answer.body['operation'] as ServiceOperation).domain_resource!.id;
    };
    let go = (): void => undefined;
    maker.gate = new Promise((resolve) => (go = resolve));
    const cancelled = { project: await make('Cancelled') };
    await world.owner.data('video.cancel', { params: cancelled, body: {} });
    go();
    maker.gate = Promise.resolve();
    const project = await make('Trains');
    await vi.waitFor(() => expect(at('/ok?video')).toHaveLength(1), WAIT);
    const video = await world.owner.data<VideoProject>('video.get', { params: { project } });
    expect(JSON.parse(at('/ok?video')[0]!.body)).toMatchObject({
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
  ])('%s gets messages in its own form', async (host, path, ofIdea, ofTest) => {
    const { id } = await create({ url: receiver.url(path, host), events: ['idea.created'] });
    await idea();
    await vi.waitFor(async () => expect(await deliveries(id)).toHaveLength(1), WAIT);
    await world.owner.data('webhooks.test', { params: { webhook: id } });
    const bodies = (await deliveries(id)).map(({ payload }) => JSON.parse(payload ?? '') as unknown);
    expect(bodies).toEqual([ofTest, ofIdea]);
    // A member who can’t see the channel reads no message about it.
    const member = world.owner.as(world.tokens.member);
    const seen = await member.data<WebhookDetail>('webhooks.get', { params: { webhook: id } });
    expect(seen.deliveries.map(({ event_type, payload }) => [event_type, payload === undefined])).toEqual([
      ['webhook.test', false],
      ['idea.created', true],
    ]);
    await world.owner.data('webhooks.delete', { params: { webhook: id } });
  });

  test('a delivery is sent again with the same id and body, once for any number of requests', async () => {
    const { id } = await create({ url: receiver.url('/ok?again'), events: ['idea.created'] });
    await idea();
    const ended = (times: number) =>
      vi.waitFor(async () => {
        expect(at('/ok?again')).toHaveLength(times);
        const [delivery] = await deliveries(id);
        expect(delivery).toMatchObject({ status: 'success', attempts: 1, response_code: 200 });
        return delivery!;
      }, WAIT);
    const first = await ended(1);
    const answers = await Promise.all([resend(id, first.id), resend(id, first.id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const second = await ended(2);
    expect(second).toMatchObject({ id: first.id, payload: first.payload });
    const [once, again] = at('/ok?again');
    expect(again).toMatchObject({ body: once!.body });
    expect(again!.headers['x-service-delivery']).toBe(once!.headers['x-service-delivery']);
    await world.owner.data('webhooks.update', { params: { webhook: id }, body: { active: false } });
    expect(await resend(id, first.id)).toMatchObject({ status: 409, body: { code: 'webhook_inactive' } });
    expect(at('/ok?again')).toHaveLength(2);
  });
});

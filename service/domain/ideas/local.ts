import { and, eq } from 'drizzle-orm';

import { ideas, templates } from '../../store/schema.ts';
import { type IdeaRow, reachIdea } from '../access.ts';
import type { Call, Handlers } from '../call.ts';
import type { Services } from '../services.ts';
import { templatesOf } from '../templates/templates-of.ts';
import { ideaView } from './handlers.ts';

async function update({ store }: Services, call: Call<'local.ideas.update'>): Promise<IdeaRow> {
  const { principal, params, body, fail } = call;
  return store.transaction(async (tx) => {
    const notFound = (_: 'idea_not_found' | 'idea_forbidden') => fail('idea_not_found');
    const idea = await reachIdea(tx, { principal, fail: notFound }, params.id, true);
    const template = body.suggested_template_id;
    if (template != null) {
      const known = and(eq(templates.id, template), templatesOf(idea.channel_id));
      if ((await tx.$count(templates, known)) === 0) {
        throw fail('invalid_template', { fields: { suggested_template_id: ['Invalid template_id for this channel'] } });
      }
    }
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    if (Object.keys(given).length === 0) return idea;
    const [changed] = await tx.update(ideas).set(given).where(eq(ideas.id, idea.id)).returning();
    if (!changed) throw fail('idea_not_found');
    return changed;
  });
}

/** Serves what the owner may change of an idea beyond the API. */
export const localIdeaHandlers = (services: Services): Pick<Handlers, 'local.ideas.update'> => ({
  'local.ideas.update': async (call) => ({
    status: 200,
    body: { success: true, data: ideaView(await update(services, call)) },
  }),
});

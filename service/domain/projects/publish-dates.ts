import { and, asc, gt, isNull, ne, or, sql } from 'drizzle-orm';

import { channels } from '../../store/schema.ts';
import { project_production } from '../../store/schema-projects.ts';
import type { Store } from '../../store/store.ts';
import type { Principal } from '../call.ts';
import { getChannelTitle } from '../channels/channel-view.ts';
import { isInReach, formatProjectId, selectProjects } from './project.ts';

interface PublishDate {
  readonly id: string;
  readonly title: string;
  readonly at: Date;
  readonly description: string;
}

interface PublishDateFilters {
  /** Null means all channels. */
  readonly channelId: number | null;
  readonly after: Date;
}

/** Lists the dated projects that the caller can reach, earliest first; a description names the channel. */
export async function listPublishDates(
  { db }: Pick<Store, 'db'>,
  principal: Principal,
  { channelId, after }: PublishDateFilters,
): Promise<PublishDate[]> {
  const projects = selectProjects(db, principal.teamId);
  const { publish_at, idea_id, script_id } = project_production;
  const isOwn = or(
    and(sql`${projects.source} = 'idea'`, sql`${idea_id} = ${projects.number}`),
    and(sql`${projects.source} = 'script'`, sql`${script_id} = ${projects.number}`),
  );
  const rows = await db
    .select({
      source: projects.source,
      number: projects.number,
      title: projects.title,
      at: publish_at,
      channel: channels,
    })
    .from(projects)
    .innerJoin(project_production, isOwn)
    .innerJoin(channels, sql`${channels.id} = ${projects.channel_id}`)
    .where(
      and(
        isInReach(db, projects, principal),
        gt(publish_at, after),
        isNull(sql`${projects.archived_at}`),
        ne(sql`${projects.status}`, 'rejected'),
        channelId === null ? undefined : sql`${projects.channel_id} = ${channelId}`,
      ),
    )
    .orderBy(asc(publish_at), asc(sql`${projects.number}`));
  return rows.flatMap(({ title, at, channel, ...ref }) =>
    at === null ? [] : [{ id: formatProjectId(ref), title, at, description: getChannelTitle(channel) ?? '' }],
  );
}

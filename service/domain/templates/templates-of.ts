import { and, eq, isNull, or } from 'drizzle-orm';

import { templates } from '../../store/schema.ts';

export const templatesOf = (channelId: number, archivedToo = false) =>
  and(
    or(isNull(templates.team_id), eq(templates.channel_id, channelId)),
    archivedToo ? undefined : isNull(templates.archived_at),
  );

import { and, eq, isNull, or } from 'drizzle-orm';

import { templates } from '../../store/schema.ts';

export const isTemplateOf = (channelId: number, includeArchived = false) =>
  and(
    or(isNull(templates.team_id), eq(templates.channel_id, channelId)),
    includeArchived ? undefined : isNull(templates.archived_at),
  );

/** Serves publish dates to calendar programs (contract/calendar.ts). */
import { Hono } from 'hono';
import { z } from 'zod';

import { CALENDAR_PAST_DAYS, CALENDAR_PATH, CALENDAR_REFRESH_SECONDS } from '#contract/calendar.ts';
import { PathId } from '#contract/fields.ts';
import { DAY_MS } from '#contract/values.ts';
import { createCalendarFile } from '#markdown/calendar-file.ts';

import { Failure } from '../domain/call.ts';
import { listPublishDates } from '../domain/projects/publish-dates.ts';
import type { Principals } from '../domain/tokens/principals.ts';
import type { Store } from '../store/store.ts';
import { limitRate, getPassword } from './access.ts';
import type { Environment } from './environment.ts';
import type { RateLimits } from './rate-limits.ts';
import { validate } from './validation.ts';

export interface CalendarOptions {
  readonly principals: Principals;
  readonly rateLimits: RateLimits;
  readonly store: Store;
}

/** Makes programs ask for a name and a password. */
const CHALLENGE = 'Basic realm="Cutaway", charset="UTF-8"';
const Query = z.object({ channel: PathId.optional() });

export function createCalendarRoutes({ principals, rateLimits, store }: CalendarOptions): Hono<Environment> {
  const app = new Hono<Environment>();
  const limit = limitRate(rateLimits, 'general');
  app.get(CALENDAR_PATH, async (context) => {
    const secret = getPassword(context);
    const identity = secret === undefined ? null : await principals.identify(secret);
    context.set('identity', identity);
    await limit(context);
    if (identity === null) {
      context.set('headers', { ...context.get('headers'), 'WWW-Authenticate': CHALLENGE });
      throw new Failure('unauthenticated');
    }
    if (identity === 'no_team') throw new Failure('no_team');
    if (!identity.abilities.has('projects:read')) throw new Failure('ability_missing', { ability: 'projects:read' });
    const query = validate(Query, context.req.query());
    if (!query.ok) throw new Failure('validation_failed', { fields: query.fields });
    const now = new Date();
    const dates = await listPublishDates(store, identity, {
      channelId: query.value.channel ?? null,
      after: new Date(now.getTime() - CALENDAR_PAST_DAYS * DAY_MS),
    });
    const text = createCalendarFile(dates, { name: identity.team.name, now, refreshSeconds: CALENDAR_REFRESH_SECONDS });
    return context.body(text, 200, {
      ...context.get('headers'),
      'Content-Type': 'text/calendar; charset=utf-8',
      'Cache-Control': 'no-store',
    });
  });
  return app;
}

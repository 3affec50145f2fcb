import type { WebhookDelivery, WebhookSummary } from '#contract/schema/webhook.ts';
import { LOCALE } from '../../../ui/language.ts';

type Tone = 'plain' | 'ok' | 'warn' | 'bad' | 'line';

export function deliveryState({ status, next_attempt_at }: WebhookDelivery): { word: string; tone: Tone } {
  if (status === 'success') return { word: 'Delivered', tone: 'ok' };
  if (status === 'failed') return { word: 'Failed', tone: 'bad' };
  if (status === 'pending')
    return next_attempt_at ? { word: 'Retrying', tone: 'warn' } : { word: 'Sending', tone: 'line' };
  return { word: status, tone: 'plain' };
}

const moment = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });
export const momentOf = (time: string): string => moment.format(new Date(time));

export function eventsWord({ events }: Pick<WebhookSummary, 'events'>): string {
  if (!events || events.length === 0) return 'all events';
  return events.length <= 2 ? events.join(', ') : `${events.length} events`;
}

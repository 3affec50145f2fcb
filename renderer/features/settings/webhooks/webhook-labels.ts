import type { WebhookDelivery, WebhookSummary } from '#contract/schema/webhook.ts';
import { LOCALE } from '../../../ui/language.ts';

type Tone = 'plain' | 'ok' | 'warn' | 'bad' | 'line';

export function getDeliveryState({ status, next_attempt_at }: WebhookDelivery): { label: string; tone: Tone } {
  if (status === 'success') return { label: 'Delivered', tone: 'ok' };
  if (status === 'failed') return { label: 'Failed', tone: 'bad' };
  if (status === 'pending')
    return next_attempt_at ? { label: 'Retrying', tone: 'warn' } : { label: 'Sending', tone: 'line' };
  return { label: status, tone: 'plain' };
}

const dateTime = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });
export const formatExactTime = (time: string): string => dateTime.format(new Date(time));

export function describeEvents({ events }: Pick<WebhookSummary, 'events'>): string {
  if (!events || events.length === 0) return 'all events';
  return events.length <= 2 ? events.join(', ') : `${events.length} events`;
}

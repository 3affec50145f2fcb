/**
 * Describes the calendar of publish dates that a server gives to calendar programs (RFC 5545). They sign in with any
 * name and a token with `projects:read` as the password (RFC 7617). `?channel=1` narrows it to a channel.
 */
export const CALENDAR_PATH = '/calendar.ics';

/** Programs are asked to read the calendar again after this many seconds. */
export const CALENDAR_REFRESH_SECONDS = 3600;

/** Publish dates stay in the calendar for this many days after they have passed. */
export const CALENDAR_PAST_DAYS = 365;

/** @param server is the server's address without a slash at its end. */
export function createCalendarAddress(server: string, channelId: number | null): string {
  return `${server}${CALENDAR_PATH}${channelId === null ? '' : `?channel=${channelId}`}`;
}

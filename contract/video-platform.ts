/** States facts of the video platform, YouTube, that the service and the window share. */

/** Maximum length of a Short, in seconds. */
export const MAX_SHORT_SECONDS = 180;

/** A time before every video, in milliseconds; a service that doesn't know a date says 1970. */
export const FIRST_VIDEO_TIME = Date.UTC(2005, 0);

/** Sample videos and channels get an address that does not exist. */
const getOrigin = (isSample: boolean): string => `https://${isSample ? 'platform.example' : 'www.youtube.com'}`;

/** Returns a video's page on the platform. */
export const getVideoUrl = (videoId: string, isSample = false): string => `${getOrigin(isSample)}/watch?v=${videoId}`;

/** Returns a channel's page on the platform. */
export const getChannelUrl = (
  { handle, channel_id }: { readonly handle: string; readonly channel_id: string },
  isSample = false,
): string => `${getOrigin(isSample)}/${handle === '' ? `channel/${channel_id}` : `@${handle}`}`;

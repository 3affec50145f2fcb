/** The linked channel's own videos from the platform. */
import { measureOutlier } from '../domain/intel/outliers.ts';
import type { OwnVideos, PictureFetcher } from '../domain/thumbnails/services.ts';
import type { Platform, PlatformVideo } from '../engines/platform/platform.ts';
import { drawVideoThumbnail } from '../sample/video-thumbnails.ts';

/** As many as the URLs that can be imported at once. */
const MAX_VIDEOS = 12;

interface Options {
  getPlatform(teamId: number): Promise<Platform>;
  readonly pictures: PictureFetcher;
  now(): Date;
}

export function createOwnVideos({ getPlatform, pictures, now }: Options): OwnVideos {
  const fetchPicture = async (platform: Platform, video: PlatformVideo): Promise<Uint8Array> => {
    if (platform.isSample) return drawVideoThumbnail(video);
    return pictures.fetch(video.thumbnail_url, new AbortController().signal);
  };
  return {
    list: async (channel, order) => {
      const linkedId = channel.details?.channel_id;
      if (linkedId == null) return [];
      const platform = await getPlatform(channel.team_id);
      const uploads = await platform.fetchUploads(linkedId);
      const scoredVideos = uploads.map((video) => ({
        video,
        score: measureOutlier(video, uploads, now()).outlier_score ?? -1,
      }));
      if (order === 'views') scoredVideos.sort((a, b) => b.video.view_count - a.video.view_count);
      if (order === 'outlier') scoredVideos.sort((a, b) => b.score - a.score);
      return scoredVideos
        .slice(0, MAX_VIDEOS)
        .map(({ video }) => ({ title: video.title, readPicture: () => fetchPicture(platform, video) }));
    },
  };
}

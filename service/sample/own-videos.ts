/** Videos of the sample channel, whose thumbnails are drawn here: there is no network behind them. */
import type { OwnVideos } from '../domain/thumbnails/services.ts';
import { SAMPLE_LINKED_CHANNEL } from './data/rivals.ts';

interface SampleVideo {
  readonly title: string;
  readonly words: string;
  readonly views: number;
  readonly outlier: number;
}

/** Newest first. */
const VIDEOS: readonly SampleVideo[] = [
  { title: 'The bridge that was finished twice', words: 'Finished twice', views: 41_200, outlier: 1.2 },
  { title: 'Why night trains came back', words: 'Back again', views: 188_400, outlier: 5.4 },
  { title: 'A ferry that pulls itself', words: 'No engine', views: 36_900, outlier: 1.1 },
  { title: 'The 41 minute tunnel', words: '41 minutes', views: 72_050, outlier: 2.1 },
  { title: 'What a cable car costs', words: '12 million', views: 29_310, outlier: 0.9 },
  { title: 'The station nobody uses', words: 'Nobody', views: 131_700, outlier: 3.8 },
  { title: 'Locks, explained slowly', words: 'Very slow', views: 22_480, outlier: 0.7 },
  { title: 'I took the slowest train', words: '19 hours', views: 95_600, outlier: 2.8 },
];

export const sampleVideos: OwnVideos = {
  list: (channel, order) => {
    if (channel.details?.channel_id !== SAMPLE_LINKED_CHANNEL.channel_id) return Promise.resolve([]);
    const numbered = VIDEOS.map((video, index) => ({ ...video, seed: index + 1 }));
    if (order === 'views') numbered.sort((a, b) => b.views - a.views);
    if (order === 'outlier') numbered.sort((a, b) => b.outlier - a.outlier);
    const videos = numbered.map(({ title, words, seed }) => ({
      title,
      picture: async () => {
        const { compositor } = await import('../engines/image/compositor/compositor.ts');
        const size = { width: 1280, height: 720 };
        const brief = { ...size, seed, prompt: title, headline: words, references: [], style: null };
        return (await compositor.generate(brief, { signal: new AbortController().signal })).bytes;
      },
    }));
    return Promise.resolve(videos);
  },
};

import type { VideoSettings } from '#service/engines/video/video.ts';

export const VIDEO_SETTINGS: VideoSettings = {
  width: 1280,
  height: 720,
  design: 'screening',
  narration: true,
  speakingRate: 1,
  voice: null,
  captions: { enabled: true, style: 'default' },
  music: { enabled: true, file: null },
};

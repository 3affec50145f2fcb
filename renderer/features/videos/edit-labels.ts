import type { RevisionItem } from '#contract/schema/video-revision.ts';
import type { VideoProject } from '#contract/schema/video.ts';
import type { VisualBlock } from '#contract/schema/video-content.ts';
import AudioLines from '@lucide/svelte/icons/audio-lines';
import Captions from '@lucide/svelte/icons/captions';
import ImagePlus from '@lucide/svelte/icons/image-plus';
import Layers from '@lucide/svelte/icons/layers';
import Music from '@lucide/svelte/icons/music';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import TypeIcon from '@lucide/svelte/icons/type';
import UserRound from '@lucide/svelte/icons/user-round';
import type { IconType } from '#renderer/ui/types.ts';
import { plural } from '#renderer/ui/language.ts';

const ICONS: Readonly<Record<string, IconType>> = {
  add_overlay: Layers,
  update_overlay: Layers,
  remove_overlay: Layers,
  update_captions: Captions,
  edit_caption: Captions,
  music_removal: Music,
  change_music: Music,
  edit_slide_text: TypeIcon,
  speak_sentence: AudioLines,
  regenerate_visual: RefreshCw,
  replace_with_media: ImagePlus,
  use_avatar_only: UserRound,
};

export const editIcon = ({ action }: RevisionItem): IconType => ICONS[action] ?? Layers;

export const formatCredits = (count: number): string => plural(count, ['# credit', '# credits']);
export const formatEdits = (count: number): string => plural(count, ['# edit', '# edits']);

const STATUSES: Readonly<Record<string, string>> = {
  generating: 'In progress',
  complete: 'Finished',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
export const getStatusLabel = ({ status }: VideoProject): string => STATUSES[status] ?? status;

const BLOCK_KINDS: Readonly<Record<string, string>> = {
  slide: 'Slide',
  picture: 'Picture',
  presenter: 'Presenter',
  media: 'Your media',
};
export const getBlockKind = ({ kind }: VisualBlock): string => BLOCK_KINDS[kind] ?? kind;

export const STYLE_NAMES: Readonly<Record<string, string>> = {
  default: 'Plain',
  outline: 'Outlined',
  bar: 'On a bar',
  highlight: 'Highlighted word',
  large: 'Large',
};

export const CAPTION_STYLE_IDS = ['default', 'outline', 'bar', 'highlight', 'large'] as const;

import FileText from '@lucide/svelte/icons/file-text';
import Film from '@lucide/svelte/icons/film';
import House from '@lucide/svelte/icons/house';
import ImageIcon from '@lucide/svelte/icons/image';
import LayoutTemplate from '@lucide/svelte/icons/layout-template';
import Lightbulb from '@lucide/svelte/icons/lightbulb';
import SettingsIcon from '@lucide/svelte/icons/settings';
import Speech from '@lucide/svelte/icons/speech';
import SquareKanban from '@lucide/svelte/icons/square-kanban';
import Telescope from '@lucide/svelte/icons/telescope';

import type { IconType } from '../ui/types.ts';
import type { SECTIONS } from './sections.ts';

/** The icon of each section of the app, in the rail and in the palette. */
export const SECTION_ICONS: Readonly<Record<(typeof SECTIONS)[number]['name'], IconType>> = {
  home: House,
  ideas: Lightbulb,
  scripts: FileText,
  projects: SquareKanban,
  voices: Speech,
  templates: LayoutTemplate,
  thumbnails: ImageIcon,
  videos: Film,
  intel: Telescope,
  settings: SettingsIcon,
};

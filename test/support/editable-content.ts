import type { EditableContent } from '#contract/schema/video-content.ts';

/** The content of a video that can be edited and has no blocks, overlays or timeline yet. */
export const EDITABLE_CONTENT: EditableContent = {
  edit_session: { status: 'draft', editable: true },
  edit_availability: {
    can_apply: true,
    can_start_new_pass: true,
    edit_window_ends_at: null,
    explanation: '',
    required_credits: 0,
  },
  overlays: [],
  visual_blocks: [],
  settings: { captions: { enabled: true, style: 'default' }, music: { removal_available: true } },
  timeline: null,
  versions: [],
};

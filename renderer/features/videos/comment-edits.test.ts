/** Labelled comments: no wrong edit is suggested, and at least half of the comments get one. */
import { describe, expect, test } from 'vitest';

import type { OverlayTemplate } from '#contract/schema/video-revision.ts';
import type { EditableContent } from '#contract/schema/video-content.ts';
import { EDITABLE_CONTENT } from '#test/support/editable-content.ts';

import { suggestEdit } from './comment-edits.ts';
import type { SuggestedEdit } from './suggested-edits.ts';

const BLOCK = {
  key: 'b1',
  available_actions: ['edit_slide_text', 'regenerate_visual', 'use_avatar_only'],
  replace_with_media_paid: false,
  kind: 'slide',
  label: 'Fifteen bunks in one coach',
  chapter: '',
  start_time: 0,
  end_time: 10,
  fields: [
    { key: 'title', label: 'Title', value: 'Fiveteen bunks', max_chars: 40 },
    { key: 'body', label: 'Subtitle', value: 'in one coach', max_chars: 60 },
  ],
  narration: [],
  prompt: 'A sleeper coach cut open',
  picture_url: null,
};
const CONTENT: EditableContent = {
  ...EDITABLE_CONTENT,
  overlays: [
    {
      id: 'o1',
      template: 'callout',
      label: 'Callout',
      inputs: { text: 'Two meters', x: '96', y: '50' },
      start_time: 2,
      end_time: 6,
    },
  ],
  visual_blocks: [BLOCK],
};
const NO_CAPTIONS: EditableContent = {
  ...CONTENT,
  settings: { captions: { enabled: false, style: 'default' }, music: { removal_available: false } },
};
const CALLOUT: OverlayTemplate = {
  id: 'callout',
  label: 'Callout',
  description: '',
  preview_url: '',
  input_fields: [
    { key: 'text', label: 'Text', type: 'text', required: true, max_chars: 40 },
    { key: 'x', label: 'Across', type: 'number', required: false, max_chars: 5 },
  ],
};

const suggestFor = (text: string, content = CONTENT): SuggestedEdit | null =>
  suggestEdit({ moment: { start: 3, end: null }, text }, content, [CALLOUT]);

const withoutLabel = ({ label: _label, ...edit }: SuggestedEdit): object => edit;

/** Comments by the edit that they ask for. */
const LABELLED_COMMENTS: readonly (readonly [object | null, readonly string[]])[] = [
  [
    { kind: 'captions', body: { enabled: false } },
    [
      'Turn off captions',
      'Please turn the captions off',
      'Remove the subtitles please',
      'No captions, please',
      'Can we get rid of the burned-in captions?',
      'Captions off, they hide the wheels',
      'Hide the captions throughout',
      'Could you turn off captions for the whole video?',
      'The subtitles should go',
    ],
  ],
  [
    { kind: 'captions', body: { style: 'bar' } },
    [
      'Put the captions on a bar',
      'Captions need a dark background',
      'The captions should have a black box',
      'Subtitles on a band please',
      'Please give the captions a background',
    ],
  ],
  [
    { kind: 'music' },
    [
      'Remove the music',
      'Please lose the background music',
      'Music off please',
      'No music please',
      'Can we get rid of the music?',
      'Cut the music altogether',
      'Turn the music off',
      'Mute the soundtrack',
      'The music has to go',
      'Could we drop the music completely?',
    ],
  ],
  [
    { kind: 'text', block: 'b1', field: 'title', value: 'Fifteen bunks' },
    [
      'Typo: “Fiveteen” should be “Fifteen”',
      'Change "Fiveteen" to "Fifteen"',
      'Should read “Fifteen”, not “Fiveteen”',
      "Replace 'Fiveteen' with 'Fifteen'",
      '“Fiveteen” → “Fifteen”',
      'The title should say “Fifteen bunks”',
      'Change the title to “Fifteen bunks”',
      'Please make the title read "Fifteen bunks"',
      'It’s misspelled: "Fiveteen" should be "Fifteen"',
      '“Fiveteen” must be “Fifteen” please',
      'Title: replace “Fiveteen bunks” by “Fifteen bunks”',
      'Can you change “Fiveteen” to “Fifteen”?',
    ],
  ],
  [
    { kind: 'text', block: 'b1', field: 'body', value: 'in one carriage' },
    [
      '“coach” should be “carriage”',
      'Replace “one coach” with “one carriage”',
      'Please say “carriage” instead of “coach”',
    ],
  ],
  [
    { kind: 'overlay-change', overlay: 'o1', inputs: { text: 'Two metres' } },
    [
      '“Two meters” should be “Two metres”',
      'Change “meters” to “metres”',
      'Callout: replace “Two meters” with “Two metres”',
      'Should read “metres”, not “meters”',
    ],
  ],
  [
    { kind: 'overlay-removal', overlay: 'o1' },
    [
      'Remove the callout',
      'Delete this callout please',
      'Please take out the overlay',
      'The callout should go',
      'Can we lose this overlay?',
      'Get rid of the callout here',
      'No callout here please',
      'Hide that overlay',
    ],
  ],
  [
    { kind: 'overlay', template: 'callout', inputs: { text: 'Since 1883' }, moment: { start: 3, end: null } },
    [
      'Add a callout “Since 1883”',
      'Add a label saying “Since 1883”',
      'Put the text "Since 1883" on screen',
      'Needs a note: “Since 1883”',
      'Can you add a callout that says “Since 1883”?',
      'Insert a label here: “Since 1883”',
      'Please show the text “Since 1883”',
    ],
  ],
  [
    { kind: 'picture', block: 'b1', prompt: 'A sleeper coach cut open' },
    [
      'Replace the picture',
      'Use another picture here',
      'Please use a different image',
      'New picture please',
      'Swap this photo',
    ],
  ],
  [
    { kind: 'picture', block: 'b1', prompt: 'a dining car at night' },
    [
      'Show a picture of a dining car at night',
      'Use a photo of a dining car at night instead',
      'Can we have a different picture, one with a dining car at night?',
      'Replace the image with a dining car at night',
      'Change the picture to a dining car at night',
    ],
  ],
  [
    null,
    [
      'Captions should be larger',
      'The captions are too small',
      'Captions too fast to read',
      'Move the captions up',
      'Caption typo at the start',
      'No captions here',
      'Turn off the captions during the quote',
      'Can the captions be yellow?',
      'I love the captions',
      'Don’t turn off the captions',
      'Keep the music',
      'Remove the music stand from the picture',
      'No music video clips',
      'The music is too loud',
      'Lower the music',
      'Music a bit quieter please',
      'Fade the music out',
      'No music under this',
      'Remove the music in the intro',
      'Another track would fit better',
      'Is the music ours?',
      'Why did we remove the music?',
      'Remove the pause before the music',
      'The voice says “Fiveteen”',
      'The caption should say “Fifteen”',
      'She says “bunks”, is that the word?',
      '“Fifteen” sounds odd',
      'I like “Fiveteen bunks”',
      'Say it slower',
      'Should this be “Sixteen bunks”?',
      'Mispronounced: “Fifteen”',
      'Link “Since 1883” in the description',
      'Remove this',
      'Cut this',
      'Delete the second half',
      'Remove the arrow',
      'Move the callout to the left',
      'The callout is in the way',
      'Make the callout bigger',
      'Don’t remove the callout',
      'Love the callout, the rest could go',
      'Keep the overlay longer',
      'More light',
      'Too dark',
      'Nice picture!',
      'The picture is too dark',
      'Where is this picture from?',
      'Is this a new picture?',
      'Don’t replace the picture',
      'Zoom into the picture slowly',
      'Great shot',
      'The host looks tired',
      'Is the presenter needed?',
      'Slower',
      'This part drags',
    ],
  ],
];

describe('the edit suggested for a comment', () => {
  const cases = LABELLED_COMMENTS.flatMap(([edit, comments]) => comments.map((comment) => [comment, edit] as const));

  test.each(cases)('“%s” gets the right edit or none', (comment, edit) => {
    const suggestedEdit = suggestFor(comment);
    if (suggestedEdit !== null) expect(withoutLabel(suggestedEdit)).toEqual(edit);
  });

  test('exists for at least half of the labelled comments', () => {
    const suggestedCases = cases.filter(([comment]) => suggestFor(comment) !== null);
    expect(cases.length).toBeGreaterThanOrEqual(120);
    expect(suggestedCases.length / cases.length).toBeGreaterThanOrEqual(0.5);
  });

  test('is the presenter if the video has one', () => {
    const presentedBlock = { ...BLOCK, key: 'block-9', kind: 'presenter', start_time: 8, end_time: 9 };
    const content = { ...CONTENT, visual_blocks: [...CONTENT.visual_blocks, presentedBlock] };
    expect(suggestFor('Show the presenter here', content)).toMatchObject({
      kind: 'presenter',
      note: 'Show the presenter here',
    });
    expect(suggestFor('Show the presenter here')).toBeNull();
    const block = { ...BLOCK, available_actions: ['edit_slide_text'] };
    expect(suggestFor('Show the presenter here', { ...CONTENT, visual_blocks: [block] })).toBeNull();
  });

  test('turns captions on only if they are off, and removes only what exists', () => {
    expect(suggestFor('Turn on captions', NO_CAPTIONS)).toMatchObject({ kind: 'captions', body: { enabled: true } });
    expect(suggestFor('Turn on captions')).toBeNull();
    expect(suggestFor('Turn off captions', NO_CAPTIONS)).toBeNull();
    expect(suggestFor('Remove the music', NO_CAPTIONS)).toBeNull();
    expect(suggestFor('Remove the callout', { ...CONTENT, overlays: [] })).toBeNull();
  });

  test('never cuts words to fit', () => {
    expect(suggestFor(`Change the title to “${'long '.repeat(20)}”`)).toBeNull();
    expect(suggestFor(`Add a callout “${'long '.repeat(20)}”`)).toBeNull();
  });
});

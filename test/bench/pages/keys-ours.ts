import './keys.ts';
import { flushSync, mount } from 'svelte';
import { ScriptFigures } from '../../../renderer/features/scripts/editor/script-figures.svelte.ts';
import { ScriptEditorView } from '../../../renderer/features/scripts/editor/script-editor-view.ts';
import { PreviewFollower } from '../../../renderer/features/scripts/preview/preview-follower.ts';
import PreviewPane from '../../../renderer/features/scripts/preview/PreviewPane.svelte';
import { Preview } from '../../../renderer/features/scripts/preview/preview.ts';
import { ScrollSync } from '../../../renderer/features/scripts/preview/scroll-sync.ts';
import { sampleScript } from '../sample-script.ts';

// The same parts as in the app: editor, synchronised preview, figures, times in the gutter.
const host = document.querySelector<HTMLElement>('#host')!;
host.className = 'split';
const left = document.createElement('div');
const right = document.createElement('div');
host.append(left, right);
const figures = new ScriptFigures();
const preview = new Preview();
const follower = new PreviewFollower(preview);
const editor = new ScriptEditorView({
  onChange: (change) => {
    figures.recordChange(change);
    follower.recordChange(change.after, change.change);
  },
  onCursor: (offset) => figures.moveCursor(offset),
});
const text = sampleScript(20_000);
editor.open(text);
editor.link(left);
mount(PreviewPane, { target: right, props: { preview } });
flushSync();
figures.link(editor);
new ScrollSync().link(editor, preview);
editor.jumpTo(text.indexOf(' the ', text.length / 2));

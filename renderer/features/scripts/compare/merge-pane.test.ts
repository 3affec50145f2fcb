import { afterEach, describe, expect, it } from 'vitest';

import { textHunks, wordDiff } from '#markdown/text-diff.ts';
import { threeWayMerge } from '#markdown/three-way-merge.ts';
import { mapHunks, mapPlaces } from './hunks.ts';
import { findAddedPlaces, MergePane, type MergePaneOptions } from './merge-pane.ts';

let pane: MergePane;
afterEach(() => pane.unlink());

function openPane(options: MergePaneOptions): number[] {
  const counts: number[] = [];
  pane = new MergePane({ ...options, onPieces: (pieces) => counts.push(pieces) });
  pane.link(document.body);
  pane.first();
  return counts;
}

function press(key: string, init: KeyboardEventInit = {}): void {
  document
    .querySelector('[role=textbox]')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
}

const mine = 'One.\n\nTwo.\n\nThree.\n\nFour.';
const generated = 'Won.\n\nTo.\n\nThree.\n\nFore.';

describe('reviewing changes', () => {
  it('offers each paragraph as a separate change, even between other changes', () => {
    expect(openPane({ mine, generated })).toEqual([3]);
  });

  it('Alt+Enter accepts a change and selects its words for editing', () => {
    openPane({ mine, generated });
    press('Enter', { altKey: true });
    expect(pane.text()).toBe('Won.\n\nTwo.\n\nThree.\n\nFour.');
    expect(document.getSelection()?.toString()).toContain('Won.');
  });

  it('Alt+Shift+Enter keeps both texts, the person’s own first', () => {
    openPane({ mine, generated });
    press('Enter', { altKey: true, shiftKey: true });
    expect(pane.text()).toBe('One.\n\nWon.\n\nTwo.\n\nThree.\n\nFour.');
  });

  it('undo reopens rejected and accepted changes', () => {
    const counts = openPane({ mine, generated });
    press('Backspace', { ctrlKey: true });
    press('Enter', { ctrlKey: true });
    expect(pane.text()).toBe('One.\n\nTo.\n\nThree.\n\nFour.');
    press('z', { ctrlKey: true });
    press('z', { ctrlKey: true });
    expect(pane.text()).toBe(mine);
    expect(counts).toEqual([3, 2, 1, 2, 3]);
    press('Enter', { ctrlKey: true, shiftKey: true });
    expect(pane.text()).toBe(generated);
  });

  it('keeps decisions when the pane leaves the page', () => {
    openPane({ mine, generated });
    press('Enter', { ctrlKey: true });
    pane.unlink();
    expect(pane.text()).toBe('Won.\n\nTwo.\n\nThree.\n\nFour.');
    pane.link(document.body);
    expect(pane.text()).toBe('Won.\n\nTwo.\n\nThree.\n\nFour.');
  });

  it('resumes with the undecided changes, also after the text was edited', () => {
    openPane({ mine, generated });
    press('Backspace', { ctrlKey: true });
    press('Enter', { ctrlKey: true });
    const [reviewedText, openPieces] = [pane.text(), pane.openPieces()];
    pane.unlink();
    const changed = reviewedText.replace('One.', 'One, and more.').replace('Four.', 'Four, and more.');
    const pieces = mapHunks(openPieces, textHunks(reviewedText, changed), changed);
    expect(openPane({ mine: changed, generated, pieces })).toEqual([1]);
    press('Enter', { ctrlKey: true });
    expect(pane.text()).toBe('One, and more.\n\nTo.\n\nThree.\n\nFore.');
  });

  it('keeps marking merged text, also after the text was edited', () => {
    const getMarkedWords = (): string[] => pane.incoming().map(({ from, to }) => pane.text().slice(from, to));
    const merged = mine.replace('Two.', 'Two, theirs and good.').replace('Four.', 'Four, theirs.');
    openPane({ mine: merged, generated: merged, incoming: findAddedPlaces(wordDiff(mine, merged)) });
    const [mergedText, places, before] = [pane.text(), pane.incoming(), getMarkedWords()];
    expect(before.join(' ')).toContain('theirs and good');
    pane.unlink();
    const changed = `New.\n\n${mergedText.replace('Two,', 'Too,').replace('\n\nFour, theirs.', '')}`;
    openPane({
      mine: changed,
      generated: changed,
      incoming: mapPlaces(places, textHunks(mergedText, changed), changed),
    });
    expect(getMarkedWords().join(' ')).toContain('theirs and good');
    expect(getMarkedWords().join(' ')).not.toContain('Four');
    expect(document.querySelector('.cm-incoming')?.textContent).toContain('theirs and good');
  });

  it('offers only the conflicts after a merge', () => {
    const theirs = mine.replace('Three.', 'Three, theirs.').replace('One.', 'One, theirs.');
    const merge = threeWayMerge(mine, mine.replace('One.', 'One, mine.'), theirs);
    expect(openPane({ mine: merge.mine, generated: merge.theirs })).toEqual([1]);
    expect(pane.text()).toBe('One, mine.\n\nTwo.\n\nThree, theirs.\n\nFour.');
    press('Enter', { ctrlKey: true });
    expect(pane.text()).toBe('One, theirs.\n\nTwo.\n\nThree, theirs.\n\nFour.');
  });
});

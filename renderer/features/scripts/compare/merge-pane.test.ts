import { afterEach, describe, expect, it } from 'vitest';

import { listHunks, diffWords } from '#markdown/text-diff.ts';
import { mergeThreeWays } from '#markdown/three-way-merge.ts';
import { mapHunks, mapPlaces } from './hunks.ts';
import { findAddedPlaces, MergePane, type MergePaneOptions } from './merge-pane.ts';

let pane: MergePane;
afterEach(() => pane.unlink());

function openPane(options: MergePaneOptions): number[] {
  const counts: number[] = [];
  pane = new MergePane({ ...options, onOpenCount: (pieces) => counts.push(pieces) });
  pane.link(document.body);
  pane.goToFirst();
  return counts;
}

function press(key: string, init: KeyboardEventInit = {}): void {
  document
    .querySelector('[role=textbox]')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
}

const mine = 'One.\n\nTwo.\n\nThree.\n\nFour.';
const generatedText = 'Won.\n\nTo.\n\nThree.\n\nFore.';

describe('reviewing changes', () => {
  it('offers each paragraph as a separate change, even between other changes', () => {
    expect(openPane({ mine, generated: generatedText })).toEqual([3]);
  });

  it('Alt+Enter accepts a change and selects its words for editing', () => {
    openPane({ mine, generated: generatedText });
    press('Enter', { altKey: true });
    expect(pane.getText()).toBe('Won.\n\nTwo.\n\nThree.\n\nFour.');
    expect(document.getSelection()?.toString()).toContain('Won.');
  });

  it('Alt+Shift+Enter keeps both texts, the person’s own first', () => {
    openPane({ mine, generated: generatedText });
    press('Enter', { altKey: true, shiftKey: true });
    expect(pane.getText()).toBe('One.\n\nWon.\n\nTwo.\n\nThree.\n\nFour.');
  });

  it('undo reopens rejected and accepted changes', () => {
    const counts = openPane({ mine, generated: generatedText });
    press('Backspace', { ctrlKey: true });
    press('Enter', { ctrlKey: true });
    expect(pane.getText()).toBe('One.\n\nTo.\n\nThree.\n\nFour.');
    press('z', { ctrlKey: true });
    press('z', { ctrlKey: true });
    expect(pane.getText()).toBe(mine);
    expect(counts).toEqual([3, 2, 1, 2, 3]);
    press('Enter', { ctrlKey: true, shiftKey: true });
    expect(pane.getText()).toBe(generatedText);
  });

  it('keeps decisions when the pane leaves the page', () => {
    openPane({ mine, generated: generatedText });
    press('Enter', { ctrlKey: true });
    pane.unlink();
    expect(pane.getText()).toBe('Won.\n\nTwo.\n\nThree.\n\nFour.');
    pane.link(document.body);
    expect(pane.getText()).toBe('Won.\n\nTwo.\n\nThree.\n\nFour.');
  });

  it('resumes with the undecided changes, also after the text was edited', () => {
    openPane({ mine, generated: generatedText });
    press('Backspace', { ctrlKey: true });
    press('Enter', { ctrlKey: true });
    const [reviewedText, openPieces] = [pane.getText(), pane.getOpenPieces()];
    pane.unlink();
    const changedText = reviewedText.replace('One.', 'One, and more.').replace('Four.', 'Four, and more.');
    const pieces = mapHunks(openPieces, listHunks(reviewedText, changedText), changedText);
    expect(openPane({ mine: changedText, generated: generatedText, pieces })).toEqual([1]);
    press('Enter', { ctrlKey: true });
    expect(pane.getText()).toBe('One, and more.\n\nTo.\n\nThree.\n\nFore.');
  });

  it('keeps marking merged text, also after the text was edited', () => {
    const getMarkedWords = (): string[] =>
      pane.getIncomingPlaces().map(({ from, to }) => pane.getText().slice(from, to));
    const textAfterMerge = mine.replace('Two.', 'Two, theirs and good.').replace('Four.', 'Four, theirs.');
    openPane({
      mine: textAfterMerge,
      generated: textAfterMerge,
      incoming: findAddedPlaces(diffWords(mine, textAfterMerge)),
    });
    const [mergedText, places, before] = [pane.getText(), pane.getIncomingPlaces(), getMarkedWords()];
    expect(before.join(' ')).toContain('theirs and good');
    pane.unlink();
    const changedText = `New.\n\n${mergedText.replace('Two,', 'Too,').replace('\n\nFour, theirs.', '')}`;
    openPane({
      mine: changedText,
      generated: changedText,
      incoming: mapPlaces(places, listHunks(mergedText, changedText), changedText),
    });
    expect(getMarkedWords().join(' ')).toContain('theirs and good');
    expect(getMarkedWords().join(' ')).not.toContain('Four');
    expect(document.querySelector('.cm-incoming')?.textContent).toContain('theirs and good');
  });

  it('offers only the conflicts after a merge', () => {
    const theirs = mine.replace('Three.', 'Three, theirs.').replace('One.', 'One, theirs.');
    const merge = mergeThreeWays(mine, mine.replace('One.', 'One, mine.'), theirs);
    expect(openPane({ mine: merge.mine, generated: merge.theirs })).toEqual([1]);
    expect(pane.getText()).toBe('One, mine.\n\nTwo.\n\nThree, theirs.\n\nFour.');
    press('Enter', { ctrlKey: true });
    expect(pane.getText()).toBe('One, theirs.\n\nTwo.\n\nThree, theirs.\n\nFour.');
  });
});

import { describe, expect, it } from 'vitest';
import { scriptPieces } from '#markdown/spoken-pieces.ts';
import { carriedOver, PromptTrack, Take } from './prompt-track.ts';

const pieces = scriptPieces('# Title\n\none two three four\n\n[Cue: map]\n\nfive six seven eight nine ten');
const track = new PromptTrack(pieces, [0, 50, 150, 200], 500);

describe('where the text stands', () => {
  it('takes each piece its words, and what is not spoken with the piece before it', () => {
    expect(track.total).toBe(10);
    expect([0, 2, 4, 7, 10].map((said) => track.yAt(said))).toEqual([50, 125, 200, 350, 500]);
  });

  it('knows what is said where it stands', () => {
    for (const said of [0, 1, 3.5, 4, 9, 10]) expect(track.saidAt(track.yAt(said))).toBeCloseTo(said);
    expect(track.saidAt(-20)).toBe(0);
    expect(track.saidAt(9000)).toBe(10);
  });

  it('goes back to the beginning of the paragraph, from its beginning to the one above', () => {
    expect(track.backFrom(9)).toBe(4);
    expect(track.backFrom(5)).toBe(0);
    expect(track.backFrom(1)).toBe(0);
  });

  it('holds without any text', () => {
    const empty = new PromptTrack([], [], 0);
    expect([empty.total, empty.yAt(3), empty.saidAt(10), empty.backFrom(2)]).toEqual([0, 0, 0, 0]);
  });
});

describe('a change of the text', () => {
  const after = (text: string) => scriptPieces(text);

  it('above what is read moves it along, below it leaves it', () => {
    expect(carriedOver(6, pieces, after('# Title\n\none\n\n[Cue: map]\n\nfive six seven eight nine ten'))).toBe(3);
    expect(carriedOver(2, pieces, after('# Title\n\none two three four\n\nfive'))).toBe(2);
    expect(carriedOver(3, [], pieces)).toBe(3);
  });
});

describe('a take', () => {
  it('measures the pace from the words that went by and the time they took', () => {
    const take = new Take();
    for (let second = 0; second < 60; second += 1) take.add(2.4, 1);
    // The text was moved ahead and back by hand.
    take.add(6, 0);
    take.add(-2, 0);
    expect(take.measured).toMatchObject({ words: 148, seconds: 60, pace: 148 });
  });

  it('says nothing of a few words', () => {
    const take = new Take();
    take.add(19, 8);
    expect(take.measured).toBeNull();
  });
});

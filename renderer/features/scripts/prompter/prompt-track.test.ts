import { describe, expect, it } from 'vitest';
import { listScriptPieces } from '#markdown/spoken-pieces.ts';
import { carryPosition, PromptTrack, TakeMeter } from './prompt-track.ts';

const pieces = listScriptPieces('# Title\n\none two three four\n\n[Cue: map]\n\nfive six seven eight nine ten');
const track = new PromptTrack(pieces, [0, 50, 150, 200], 500);

describe('PromptTrack', () => {
  it('gives each piece space for its words; unspoken pieces share the space of the piece before', () => {
    expect(track.totalUnits).toBe(10);
    expect([0, 2, 4, 7, 10].map((spokenWords) => track.getYAt(spokenWords))).toEqual([50, 125, 200, 350, 500]);
  });

  it('maps positions back to spoken words', () => {
    for (const spokenWords of [0, 1, 3.5, 4, 9, 10])
      expect(track.getSpokenAt(track.getYAt(spokenWords))).toBeCloseTo(spokenWords);
    expect(track.getSpokenAt(-20)).toBe(0);
    expect(track.getSpokenAt(9000)).toBe(10);
  });

  it('goes back to the start of the paragraph, and from there to the previous one', () => {
    expect(track.stepBackFrom(9)).toBe(4);
    expect(track.stepBackFrom(5)).toBe(0);
    expect(track.stepBackFrom(1)).toBe(0);
  });

  it('works without any text', () => {
    const emptyTrack = new PromptTrack([], [], 0);
    expect([
      emptyTrack.totalUnits,
      emptyTrack.getYAt(3),
      emptyTrack.getSpokenAt(10),
      emptyTrack.stepBackFrom(2),
    ]).toEqual([0, 0, 0, 0]);
  });
});

describe('the position in an edited text', () => {
  const readPieces = (text: string) => listScriptPieces(text);

  it('moves with edits above it, and stays for edits below', () => {
    expect(carryPosition(6, pieces, readPieces('# Title\n\none\n\n[Cue: map]\n\nfive six seven eight nine ten'))).toBe(
      3,
    );
    expect(carryPosition(2, pieces, readPieces('# Title\n\none two three four\n\nfive'))).toBe(2);
    expect(carryPosition(3, [], pieces)).toBe(3);
  });
});

describe('a take', () => {
  it('measures the pace from words and time', () => {
    const take = new TakeMeter();
    for (let second = 0; second < 60; second += 1) take.add(2.4, 1);
    // The text was moved ahead and back by hand.
    take.add(6, 0);
    take.add(-2, 0);
    expect(take.measurement).toMatchObject({ words: 148, seconds: 60, pace: 148 });
  });

  it('has no pace for a few words', () => {
    const take = new TakeMeter();
    take.add(19, 8);
    expect(take.measurement).toBeNull();
  });
});

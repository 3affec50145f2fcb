import { ChangeSet, Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHeadings } from '#markdown/headings.ts';
import { canMove, getIndexAfterMove, moveSection, findStepTarget } from './move-section.ts';

const getPlaces = (text: string) => findHeadings(text).map(({ level, from }) => ({ level, from }));

function applyMove(text: string, index: number, before: number): { text: string; cursor: number } {
  const { changes, cursor } = moveSection(text, getPlaces(text), index, before);
  const document = ChangeSet.of([...changes], text.length).apply(Text.of(text.split('\n')));
  return { text: document.toString(), cursor };
}

describe('a section', () => {
  const script = '# T\n\n## A\n\none\n\n### A1\n\nsub\n\n## B\n\ntwo\n\n## C\n\nthree';

  it('moves down past its neighbour with its subsections, separated by blank lines', () => {
    const { text, cursor } = applyMove(script, 1, 4);
    expect(text).toBe('# T\n\n## B\n\ntwo\n\n## A\n\none\n\n### A1\n\nsub\n\n## C\n\nthree');
    expect(text.slice(cursor, cursor + 4)).toBe('## A');
  });

  it('moves up, and the last line keeps its ending', () => {
    expect(applyMove(script, 4, 1).text).toBe('# T\n\n## C\n\nthree\n\n## A\n\none\n\n### A1\n\nsub\n\n## B\n\ntwo');
  });

  it('returns to its place by the opposite move', () => {
    expect(applyMove(applyMove(script, 1, 4).text, 2, 1).text).toBe(script);
  });

  it('gets a blank line before it if one is missing', () => {
    expect(applyMove('## A\none\n## B\ntwo', 0, 2).text).toBe('## B\ntwo\n\n## A\none');
  });

  it('cannot move into itself, above the first heading, or between a section and its subsections', () => {
    const levels = [0, 2, 3, 2, 3];
    expect([0, 1, 2, 3, 4, 5].map((before) => canMove(levels, 1, before))).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(canMove(levels, 0, 3)).toBe(false);
    expect(canMove(levels, 2, 4)).toBe(true);
  });

  it('steps past siblings and into the neighbouring section', () => {
    const levels = [2, 3, 3, 2, 3];
    expect(findStepTarget(levels, 0, 'down')).toBe(5);
    expect(findStepTarget(levels, 0, 'up')).toBeNull();
    expect(findStepTarget(levels, 1, 'down')).toBe(3);
    expect(findStepTarget(levels, 2, 'down')).toBe(4);
    expect(getIndexAfterMove(levels, 0, 5)).toBe(2);
    expect(getIndexAfterMove(levels, 4, 1)).toBe(1);
  });

  it('loses no line in any move', () => {
    const part = fc.record({
      level: fc.integer({ min: 1, max: 4 }),
      body: fc.constantFrom('', '\nwords', '\n\nwords\n\nmore words', '\n\n- item\n'),
      gap: fc.constantFrom('\n', '\n\n', '\n\n\n'),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 7 }), fc.nat(), fc.nat(), (parts, seedA, seedB) => {
        const text = parts.map(({ level, body, gap }, n) => `${'#'.repeat(level)} H${n}${body}${gap}`).join('');
        const places = getPlaces(text);
        const index = seedA % places.length;
        const before = seedB % (places.length + 1);
        const levels = places.map(({ level }) => level);
        fc.pre(canMove(levels, index, before));
        const result = applyMove(text, index, before);
        const splitLines = (all: string) => all.split('\n').filter((line) => line.trim() !== '');
        expect(splitLines(result.text).sort()).toEqual(splitLines(text).sort());
        const movedHeadings = findHeadings(result.text);
        expect(movedHeadings[getIndexAfterMove(levels, index, before)]).toMatchObject({
          text: `H${index}`,
          from: result.cursor,
        });
      }),
      { numRuns: 500 },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { moveItems, renumberLists, toggleItems } from './list-text.ts';

const splitLines = (text: string): string[] => text.split('\n');

describe('lists', () => {
  it('indents an item to the text of the one before it and renumbers the list', () => {
    expect(moveItems(splitLines('1. a\n2. b\n3. c'), 1, 1, 'in')).toEqual(splitLines('1. a\n   1. b\n2. c'));
    expect(moveItems(splitLines('- a\n- b'), 1, 1, 'in')).toEqual(splitLines('- a\n  - b'));
    expect(moveItems(splitLines('10. a\n11. b'), 1, 1, 'in')).toEqual(splitLines('10. a\n    1. b'));
  });

  it('moves an item’s children and paragraphs with it', () => {
    expect(moveItems(splitLines('- a\n- b\n  - c\n\n  more\n- d'), 1, 1, 'in')).toEqual(
      splitLines('- a\n  - b\n    - c\n\n    more\n- d'),
    );
  });

  it('continues the numbering of the list that an item joins', () => {
    expect(moveItems(splitLines('1. a\n   1. x\n2. b\n3. c'), 2, 2, 'in')).toEqual(
      splitLines('1. a\n   1. x\n   2. b\n2. c'),
    );
  });

  it('does not indent the first item, or any item more than one level below its parent', () => {
    expect(moveItems(splitLines('- a'), 0, 0, 'in')).toEqual(['- a']);
    expect(moveItems(splitLines('- a\n  - b'), 1, 1, 'in')).toEqual(splitLines('- a\n  - b'));
  });

  it('outdents an item to the level of its parent', () => {
    expect(moveItems(splitLines('1. a\n   1. b\n   2. c\n2. d'), 2, 2, 'out')).toEqual(
      splitLines('1. a\n   1. b\n2. c\n3. d'),
    );
    expect(moveItems(splitLines('- a\n  - b'), 1, 1, 'out')).toEqual(splitLines('- a\n- b'));
  });

  it('numbers each list from its first item', () => {
    expect(renumberLists(splitLines('4. a\n4. b\n   - x\n9. c\n\nwords'))).toEqual(
      splitLines('4. a\n5. b\n   - x\n6. c\n\nwords'),
    );
  });

  it('turns lines into items and items into lines', () => {
    expect(toggleItems(splitLines('a\n\nb'), 'bullet')).toEqual(splitLines('- a\n\n- b'));
    expect(toggleItems(splitLines('- a\n- b'), 'number')).toEqual(splitLines('1. a\n2. b'));
    expect(toggleItems(splitLines('1. a\n2. b'), 'number')).toEqual(splitLines('a\nb'));
  });
});

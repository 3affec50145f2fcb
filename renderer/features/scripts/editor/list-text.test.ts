import { describe, expect, it } from 'vitest';
import { moveItems, renumberLists, toggleItems } from './list-text.ts';

const lines = (text: string): string[] => text.split('\n');

describe('lists', () => {
  it('indents an item to the text of the one before it and renumbers the list', () => {
    expect(moveItems(lines('1. a\n2. b\n3. c'), 1, 1, 'in')).toEqual(lines('1. a\n   1. b\n2. c'));
    expect(moveItems(lines('- a\n- b'), 1, 1, 'in')).toEqual(lines('- a\n  - b'));
    expect(moveItems(lines('10. a\n11. b'), 1, 1, 'in')).toEqual(lines('10. a\n    1. b'));
  });

  it('moves an item’s children and paragraphs with it', () => {
    expect(moveItems(lines('- a\n- b\n  - c\n\n  more\n- d'), 1, 1, 'in')).toEqual(
      lines('- a\n  - b\n    - c\n\n    more\n- d'),
    );
  });

  it('continues the numbering of the list it joins', () => {
    expect(moveItems(lines('1. a\n   1. x\n2. b\n3. c'), 2, 2, 'in')).toEqual(lines('1. a\n   1. x\n   2. b\n2. c'));
  });

  it('does not indent the first item, or any item more than one level below its parent', () => {
    expect(moveItems(lines('- a'), 0, 0, 'in')).toEqual(['- a']);
    expect(moveItems(lines('- a\n  - b'), 1, 1, 'in')).toEqual(lines('- a\n  - b'));
  });

  it('outdents an item to the level of its parent', () => {
    expect(moveItems(lines('1. a\n   1. b\n   2. c\n2. d'), 2, 2, 'out')).toEqual(lines('1. a\n   1. b\n2. c\n3. d'));
    expect(moveItems(lines('- a\n  - b'), 1, 1, 'out')).toEqual(lines('- a\n- b'));
  });

  it('numbers each list from its first item', () => {
    expect(renumberLists(lines('4. a\n4. b\n   - x\n9. c\n\nwords'))).toEqual(
      lines('4. a\n5. b\n   - x\n6. c\n\nwords'),
    );
  });

  it('turns lines into items and items into lines', () => {
    expect(toggleItems(lines('a\n\nb'), 'bullet')).toEqual(lines('- a\n\n- b'));
    expect(toggleItems(lines('- a\n- b'), 'number')).toEqual(lines('1. a\n2. b'));
    expect(toggleItems(lines('1. a\n2. b'), 'number')).toEqual(lines('a\nb'));
  });
});

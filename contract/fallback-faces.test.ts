import { expect, test } from 'vitest';

import { BOARD_FONT_FACES } from './board-fonts.ts';
import { listFallbackFaces, listFallbackNames } from './fallback-faces.ts';

const getNames = (text: string): string[] => listFallbackFaces(text).map(({ name }) => name);

test('plain Latin text needs no fallback face', () => {
  expect(getNames('Never “again”, Łódź…')).toEqual([]);
  expect(listFallbackNames(BOARD_FONT_FACES.anton, 'Never “again”')).toEqual([]);
});

test('Chinese characters use the face of the surrounding language', () => {
  expect(getNames('夜行列車')[0]).toBe('Noto Sans SC');
  expect(getNames('夜行列車の旅')[0]).toBe('Noto Sans JP');
  expect(getNames('야간열차 夜行')[0]).toBe('Nanum Gothic');
});

test('symbols keep the colour of the text unless an emoji asks for its own', () => {
  expect(getNames('✔ ❤')).toEqual(['Noto Sans Symbols', 'Noto Sans Symbols 2', 'Noto Color Emoji']);
  expect(getNames('❤️')[0]).toBe('Noto Color Emoji');
});

test('lists a fallback face for each character that the chosen font lacks', () => {
  expect(listFallbackNames(BOARD_FONT_FACES.anton, 'Ночной ελ 夜')).toEqual(['Inter', 'Noto Sans SC']);
  expect(listFallbackNames(BOARD_FONT_FACES.oswald, 'Ночной قطار')).toEqual(['Amiri']);
  expect(listFallbackNames(BOARD_FONT_FACES.poppins, 'Việt')).toEqual(['Inter']);
});

test('a character that every bundled face lacks is left to the computer’s own fonts', () => {
  expect(listFallbackNames(BOARD_FONT_FACES.anton, 'ᎣᏏᏲ')).toEqual([null]);
});

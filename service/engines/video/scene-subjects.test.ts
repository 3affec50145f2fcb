import { expect, test } from 'vitest';

import { findSubject } from './scene-subjects.ts';

const findTexts = (sentence: string, language = 'en') => {
  const subject = findSubject([sentence], language, null);
  return subject && [subject.layout, ...Object.values(subject.texts).filter((text) => !sentence.startsWith(text))];
};

test.each([
  ['The first loaf came out on 14 March 2019.', 'en', ['date', '14 March 2019']],
  ['It closed in March 2019, for good.', 'en', ['date', 'March 2019']],
  ['It began on July 4th, 1976 at noon.', 'en', ['date', 'July 4th, 1976']],
  ['The bakery opened in 1987.', 'en', ['date', '1987']],
  ['Am 3. Oktober 1990 war es vorbei.', 'de', ['date', '3. Oktober 1990']],
  ['Todo empezó el 12 de octubre de 1992.', 'es', ['date', '12 de octubre de 1992']],
  ['Le 14 juillet, tout ferme.', 'fr', ['date', '14 juillet']],
  ['開店は2019年3月14日です。', 'ja', ['date', '2019年3月14日']],
  ['He may march for 1500 people.', 'en', ['number', '1500']],
  ['It takes 72 hours.', 'en', ['number', '72 hours']],
  ['It costs 129 euros in Berlin.', 'en', ['number', '129 euros']],
  ['Bake it at 240 degrees.', 'en', ['number', '240 degrees']],
  ['Bei 250 Grad ist er gut.', 'de', ['number', '250 Grad']],
  ['The train costs $129, while the plane costs $49.', 'en', ['comparison', '$129', '$49']],
  ['A berth costs 129 euros, while a seat costs 59 euros.', 'en', ['comparison', '129 euros', '59 euros']],
  ['It took 5 hours before, and takes 12 hours now.', 'en', ['number', '5 hours']],
  ['Seit 1990 an der Küste.', 'de', ['number', '1990']],
  ['Statt 3 Stunden sind es 45 Minuten.', 'de', ['number', '3 Stunden']],
  ['Es sind 40 % statt 25 %.', 'de', ['comparison', '40 %', '25 %']],
  ['The train leaves at 21:39 sharp.', 'en', ['number', '21:39']],
  ['Films went from 4:3 to 16:9 at once.', 'en', ['number', '4:3']],
  ['Passengers rose by 75 percent.', 'en', ['number', '75%']],
  ['Es sind 75 Prozent, statt 60 Prozent.', 'de', ['comparison', '75\u00a0%', '60\u00a0%']],
  ['A B52 bomber and COVID-19 are names.', 'en', null],
  ['Count 10, 20 and 30 against 40.', 'en', ['number', '10']],
  ['The best rye comes from Poland, they say.', 'en', ['place', 'Poland']],
  ['In Tokyo nobody would wait.', 'en', ['place', 'Tokyo']],
  ['Wir fuhren nach Österreich, im Schnee.', 'de', ['place', 'Österreich']],
  ['Turkey is best roasted.', 'en', null],
  ['We met at Easter.', 'en', null],
  ['Ada Lovelace, a mathematician, wrote the first program.', 'en', ['name', 'A mathematician']],
  ['Then Grace Brewster Hopper, an admiral, found it.', 'en', ['name', 'Grace Brewster Hopper', 'An admiral']],
  ['Emmy Noether, eine Mathematikerin, bewies es.', 'de', ['name', 'Eine Mathematikerin']],
  ['Every Monday, a baker rises early.', 'en', null],
  ['In Berlin, a city of bakers, it rains.', 'en', ['place', 'Berlin']],
  ['Nobody knows why.', 'en', null],
] as const)('“%s” (%s) is shown as %j', (sentence, language, shownSubject) => {
  expect(findTexts(sentence, language)).toEqual(shownSubject);
});

test('a slide never has the layout of the slide before it', () => {
  const sentences = ['It takes 72 hours.'];
  expect(findSubject(sentences, 'en', 'number')).toBeNull();
  expect(findSubject([...sentences, 'It opened in 1987.'], 'en', 'number')?.layout).toBe('date');
});

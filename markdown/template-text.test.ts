import { describe, expect, it } from 'vitest';

import { listQuestions } from './questions.ts';
import { fillTemplate, type TemplateValues } from './template-text.ts';

const fill = (text: string, values: TemplateValues = {}): string =>
  fillTemplate(text, values, (name) => `What is ${name}?`);

describe('the starting text of a template', () => {
  it('contains the values of its variables, however they are written', () => {
    const text = '# {{title}}\n\nToday on {{ Channel }}: {{TOPIC}}, {{topic}}.';
    expect(fill(text, { title: 'Night trains', channel: 'Slow', topic: 'beds on rails' })).toBe(
      '# Night trains\n\nToday on Slow: beds on rails, beds on rails.',
    );
  });

  it('asks for a variable that stands alone', () => {
    expect(fill('Hello.\n\n{{guest}}\n\nBye.')).toBe('Hello.\n\n> [!ask] What is guest?\n\nBye.');
  });

  it('asks for a variable inside a sentence below its paragraph', () => {
    const result = fill('With me is {{guest}},\nfrom {{city}}.\n\nBye, {{guest}}.');
    expect(result).toBe(
      'With me is {{guest}},\nfrom {{city}}.\n\n> [!ask] What is guest?\n\n> [!ask] What is city?\n\nBye, {{guest}}.',
    );
    expect(listQuestions(result).map(({ text }) => text)).toEqual(['What is guest?', 'What is city?']);
  });

  it('asks for a known variable that has no value', () => {
    expect(fill('{{topic}}', { topic: ' ' })).toBe('> [!ask] What is topic?');
  });

  it('asks only once for the same variable', () => {
    expect(listQuestions(fill('{{guest}}\n\n{{Guest}}\n\nHi {{guest}}.'))).toHaveLength(1);
  });

  it('inserts a value unchanged, even if it looks like a pattern or a variable', () => {
    expect(fill('{{title}} / {{topic}}', { title: '$& {{topic}}', topic: '$1' })).toBe('$& {{topic}} / $1');
  });

  it('leaves code and other braces alone', () => {
    const text = '```\n{{title}}\n```\n\n{single} {{ }} {{a\nb}}';
    expect(fill(text, { title: 'x' })).toBe(text);
  });

  it('leaves a text without variables byte for byte', () => {
    expect(fill('## Hook\n\n- one\n')).toBe('## Hook\n\n- one\n');
    expect(fill('')).toBe('');
  });
});

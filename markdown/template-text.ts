/** Fills the starting text of a template: variables such as `{{title}}` get their values when a script starts from it. */
import { writeQuestionLine } from './questions.ts';

export const TEMPLATE_VARIABLES = ['title', 'topic', 'angle', 'channel', 'date', 'length'] as const;
export type TemplateValues = Readonly<Partial<Record<(typeof TEMPLATE_VARIABLES)[number], string>>>;

const VARIABLE = /\{\{\s*([^{}\s][^{}\n]{0,79}?)\s*\}\}/gu;
const FENCE = /^\s{0,3}(?:`{3,}|~{3,})/;

/**
 * Replaces the variables that have a value. A variable without one becomes a question: in place of a line that holds
 * nothing else, or below the paragraph it stands in, where it stays to be replaced. Code stays as it is.
 *
 * @param ask writes the question for a variable's name
 */
export function fillTemplate(text: string, values: TemplateValues, ask: (name: string) => string): string {
  const valueByName = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
  const questionNames = new Set<string>();
  const lines: string[] = [];
  let pendingQuestions: string[] = [];
  let isFenced = false;

  const findQuestion = (name: string): string | null => {
    if (questionNames.has(name.toLowerCase())) return null;
    questionNames.add(name.toLowerCase());
    return writeQuestionLine(ask(name));
  };
  const endParagraph = (): void => {
    for (const line of pendingQuestions) lines.push('', line);
    pendingQuestions = [];
  };

  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    if (FENCE.test(line)) isFenced = !isFenced;
    if (isFenced || FENCE.test(line)) {
      lines.push(line);
      continue;
    }
    if (line.trim() === '') endParagraph();
    const missingNames: string[] = [];
    const filledLine = line.replace(VARIABLE, (match, name: string) => {
      const value = valueByName.get(name.toLowerCase())?.trim() ?? '';
      if (value !== '') return value;
      missingNames.push(name);
      return match;
    });
    const [onlyName] = missingNames;
    const isOnlyVariable = missingNames.length === 1 && /^\{\{[^{}]*\}\}$/u.test(filledLine.trim());
    const questions = missingNames.map(findQuestion).filter((text) => text !== null);
    if (isOnlyVariable && onlyName !== undefined) {
      if (questions[0] !== undefined) lines.push(questions[0]);
      continue;
    }
    lines.push(filledLine);
    pendingQuestions.push(...questions);
  }
  endParagraph();
  return lines.join('\n');
}

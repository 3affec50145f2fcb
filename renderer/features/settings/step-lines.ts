/** Reads and writes the steps of a stage as text: a line per step, with a leading `!` if it is required. */
import { LIMITS } from '#contract/limits.ts';
import type { StageStep, StageSteps } from '#contract/schema/channel.ts';
import { SCRIPT_STAGES } from '#contract/schema/project.ts';

export const stepLines = (steps: readonly StageStep[]): string =>
  steps.map(({ title, required }) => `${required ? '! ' : ''}${title}`).join('\n');

/** Holds the lines of each stage; one without an entry has none. */
export type StepTexts = Readonly<Partial<Record<(typeof SCRIPT_STAGES)[number], string>>>;

/** Returns the lines of every stage. */
export const stepTexts = (checklists: Readonly<Record<string, readonly StageStep[]>> | undefined): StepTexts =>
  Object.fromEntries(SCRIPT_STAGES.map((stage) => [stage, stepLines(checklists?.[stage] ?? [])]));

export interface StepsRead {
  readonly steps: readonly StageStep[];
  /** Names the first line that can't be used; null if all can. */
  readonly fault: { readonly line: number; readonly kind: 'length' | 'count' } | null;
}

/** Reads lines; empty ones and repeated ones are left out. */
export function readSteps(text: string): StepsRead {
  const steps: StageStep[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const required = line.trimStart().startsWith('!');
    const title = line.trim().replace(/^!\s*/, '');
    const fault = (kind: 'length' | 'count') => ({ steps, fault: { line: index + 1, kind } });
    if (title === '' || steps.some((step) => step.title.toLowerCase() === title.toLowerCase())) continue;
    if (title.length > LIMITS.checklist.title) return fault('length');
    if (steps.length === LIMITS.checklist.stageSteps) return fault('count');
    steps.push({ title, required });
  }
  return { steps, fault: null };
}

/** Returns the steps of all stages, or null if a line of some stage can't be used. */
export function readAllSteps(texts: StepTexts): StageSteps | null {
  const read = SCRIPT_STAGES.map((stage) => [stage, readSteps(texts[stage] ?? '')] as const);
  if (read.some(([, { fault }]) => fault !== null)) return null;
  return Object.fromEntries(
    read.filter(([, { steps }]) => steps.length > 0).map(([stage, { steps }]) => [stage, [...steps]]),
  );
}

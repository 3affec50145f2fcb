/** Reads and writes the steps of a stage as text: a line per step, with a leading `!` if it is required. */
import { LIMITS } from '#contract/limits.ts';
import type { StageStep, StageSteps } from '#contract/schema/channel.ts';
import { SCRIPT_STAGES } from '#contract/schema/project.ts';

export const formatStageSteps = (steps: readonly StageStep[]): string =>
  steps.map(({ title, required }) => `${required ? '! ' : ''}${title}`).join('\n');

/** The lines of each stage; a stage without an entry has none. */
export type StepTexts = Readonly<Partial<Record<(typeof SCRIPT_STAGES)[number], string>>>;

/** Formats the steps of every stage as lines. */
export const formatSteps = (checklists: Readonly<Record<string, readonly StageStep[]>> | undefined): StepTexts =>
  Object.fromEntries(SCRIPT_STAGES.map((stage) => [stage, formatStageSteps(checklists?.[stage] ?? [])]));

export interface ParsedSteps {
  readonly steps: readonly StageStep[];
  /** The first invalid line; null if all are valid. */
  readonly fault: { readonly line: number; readonly kind: 'length' | 'count' } | null;
}

/** Parses lines, ignoring empty and repeated ones. */
export function readSteps(text: string): ParsedSteps {
  const steps: StageStep[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const isRequired = line.trimStart().startsWith('!');
    const title = line.trim().replace(/^!\s*/, '');
    const failAt = (kind: 'length' | 'count') => ({ steps, fault: { line: index + 1, kind } });
    if (title === '' || steps.some((step) => step.title.toLowerCase() === title.toLowerCase())) continue;
    if (title.length > LIMITS.checklist.title) return failAt('length');
    if (steps.length === LIMITS.checklist.stageSteps) return failAt('count');
    steps.push({ title, required: isRequired });
  }
  return { steps, fault: null };
}

/** Returns the steps of all stages, or null if any line is invalid. */
export function readAllSteps(texts: StepTexts): StageSteps | null {
  const stepsByStage = SCRIPT_STAGES.map((stage) => [stage, readSteps(texts[stage] ?? '')] as const);
  if (stepsByStage.some(([, { fault }]) => fault !== null)) return null;
  return Object.fromEntries(
    stepsByStage.filter(([, { steps }]) => steps.length > 0).map(([stage, { steps }]) => [stage, [...steps]]),
  );
}

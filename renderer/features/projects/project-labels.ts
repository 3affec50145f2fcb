import {
  IDEA_STAGES,
  PROJECT_STAGES,
  SCRIPT_STAGES,
  STAGE_NAMES,
  type ProjectStage,
} from '#contract/schema/project.ts';
import type { Project } from '#contract/schema/project.ts';
import { LOCALE } from '../../ui/language.ts';

export const STAGES = PROJECT_STAGES.map((stage, index) => ({ stage, number: index + 1, name: STAGE_NAMES[stage] }));

export const isStage = (stage: string): stage is ProjectStage => (PROJECT_STAGES as readonly string[]).includes(stage);

/** Returns an unknown stage unchanged. */
export const stageName = (stage: string): string =>
  isStage(stage) ? STAGE_NAMES[stage] : stage.charAt(0).toUpperCase() + stage.slice(1).replaceAll('_', ' ');

export const stageNumber = (stage: string): number => (isStage(stage) ? PROJECT_STAGES.indexOf(stage) + 1 : 1);

/** Returns the stages a project can be moved to, which depend on its source. */
export const stagesOf = ({ source }: Project): readonly ProjectStage[] =>
  source === 'script' ? SCRIPT_STAGES : IDEA_STAGES;

export const isScriptStage = (stage: ProjectStage): boolean => (SCRIPT_STAGES as readonly string[]).includes(stage);

const day = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', day: 'numeric', month: 'short' });
const date = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
const time = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });
const moment = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

export const dayOf = (at: string): string => day.format(new Date(at));
export const dateOf = (at: string): string => date.format(new Date(at));
export const timeOf = (at: string): string => time.format(new Date(at));
export const momentOf = (at: string): string => moment.format(new Date(at));

/** Returns the scheduled time as text: "Fri 27 Nov, 17:00". */
export const planOf = ({ production }: Project): string | null =>
  production?.publish_at ? `${dayOf(production.publish_at)}, ${timeOf(production.publish_at)}` : null;

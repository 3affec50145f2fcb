import {
  IDEA_STAGES,
  PROJECT_STAGES,
  SCRIPT_STAGES,
  STAGE_NAMES,
  type ProjectStage,
} from '#contract/schema/project.ts';
import type { Project } from '#contract/schema/project.ts';
import { formatDay } from '../../ui/dates.ts';
import { LOCALE } from '../../ui/language.ts';

export const STAGES = PROJECT_STAGES.map((stage, index) => ({ stage, number: index + 1, name: STAGE_NAMES[stage] }));

/** Returns the stages a project can be moved to, which depend on its source. */
export const getAllowedStages = ({ source }: Project): readonly ProjectStage[] =>
  source === 'script' ? SCRIPT_STAGES : IDEA_STAGES;

export const isScriptStage = (stage: ProjectStage): boolean => (SCRIPT_STAGES as readonly string[]).includes(stage);

const time = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });
export const formatTime = (at: string): string => time.format(new Date(at));

/** Returns the scheduled time as text: "Fri 27 Nov, 17:00". */
export const formatPlan = ({ production }: Project): string | null =>
  production?.publish_at ? `${formatDay(production.publish_at)}, ${formatTime(production.publish_at)}` : null;

import { PROJECT_STAGES, type ProjectStage, STAGE_NAMES } from '#contract/schema/project.ts';
import { capitalize } from '#markdown/capitalize.ts';

export const isStage = (stage: string): stage is ProjectStage => (PROJECT_STAGES as readonly string[]).includes(stage);

/** Makes a name out of an unknown stage of a newer service. */
export const getStageName = (stage: string): string =>
  isStage(stage) ? STAGE_NAMES[stage] : capitalize(stage).replaceAll('_', ' ');

export const getStageNumber = (stage: string): number => (isStage(stage) ? PROJECT_STAGES.indexOf(stage) + 1 : 1);

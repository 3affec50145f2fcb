/** The ways in which projects are shown. */
export const PROJECTS_VIEWS = ['stages', 'calendar', 'table', 'published'] as const;
export type ProjectsView = (typeof PROJECTS_VIEWS)[number];

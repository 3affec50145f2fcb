/** `project:v1:idea:12` in an address: `idea-12`. */
export const shortId = (id: string): string => id.replace('project:v1:', '').replace(':', '-');
export const longId = (short: string): string => `project:v1:${short.replace('-', ':')}`;

/** Where a project's page is. */
export const projectPath = (id: string): string => `/projects/${shortId(id)}`;

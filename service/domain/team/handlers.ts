import type { Handlers } from '../call.ts';

export const teamHandlers: Pick<Handlers, 'team.get'> = {
  'team.get': ({ principal }) => ({ status: 200, body: { team: principal.team } }),
};

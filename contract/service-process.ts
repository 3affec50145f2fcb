/**
 * Asks the local service to finish its work and exit, as SIGTERM does. A message works on every system: on Windows a
 * signal ends the process at once.
 */
export const STOP_MESSAGE = 'stop';

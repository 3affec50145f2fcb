import { expose } from 'comlink';

import { TEXT_TASKS } from './text-tasks.ts';

expose(TEXT_TASKS);

import { TASKS, type TaskRequest, type TaskDone, type TaskName } from './text-tasks.ts';

function carryOut<N extends TaskName>({ id, name, given }: TaskRequest<N>): TaskDone {
  try {
    return { id, made: TASKS[name](given) };
  } catch {
    return { id };
  }
}

addEventListener('message', ({ data }: MessageEvent<TaskRequest>) => postMessage(carryOut(data)));

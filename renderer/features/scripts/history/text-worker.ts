import { TASKS, type TaskAsked, type TaskDone, type TaskName } from './text-tasks.ts';

function carryOut<N extends TaskName>({ id, name, given }: TaskAsked<N>): TaskDone {
  try {
    return { id, made: TASKS[name](given) };
  } catch {
    return { id };
  }
}

addEventListener('message', ({ data }: MessageEvent<TaskAsked>) => postMessage(carryOut(data)));

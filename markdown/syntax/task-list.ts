import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { copyToken } from './tokens.ts';

const BOX = /^\[([ xX])\](?:[ \t]+|$)/;

/** Returns whether a task is done; null if the list item is none. */
export const getTaskState = (item: Token): boolean | null =>
  item.attrGet('class') === 'task' ? item.info === 'done' : null;

function markTasks(state: StateCore): void {
  for (const [index, token] of state.tokens.entries()) {
    if (token.type !== 'list_item_open' || state.tokens[index + 1]?.type !== 'paragraph_open') continue;
    const { children, content } = state.tokens[index + 2] ?? {};
    const first = children?.[0];
    // An escaped bracket is text.
    const box = first?.type === 'text' && content?.startsWith('[') ? BOX.exec(first.content) : null;
    if (!children || !first || !box) continue;
    const isDone = box[1] !== ' ';
    first.content = first.content.slice(box[0].length);
    const sign = new state.Token('task_box', 'span', 0);
    sign.content = isDone ? '☑ ' : '☐ ';
    children.unshift(sign);
    const item = copyToken(token);
    item.attrSet('class', 'task');
    item.info = isDone ? 'done' : '';
    state.tokens[index] = item;
  }
}

/** Reads list items that begin with `[ ]` or `[x]` as tasks. */
export function taskLists(md: MarkdownIt): void {
  md.core.ruler.after('text_join', 'task_lists', markTasks);
  md.renderer.rules['task_box'] = (tokens, index) =>
    `<span class="task-box">${tokens[index]?.content.trim() ?? ''}</span> `;
}

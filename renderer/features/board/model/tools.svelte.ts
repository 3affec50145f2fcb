import type { ShapeForm } from './items.ts';

export type Tool = 'select' | 'hand' | 'lasso' | 'text' | 'shape' | 'frame' | 'region' | 'mask' | 'references';

export class Tools {
  #tool = $state.raw<Tool>('select');
  #form = $state.raw<ShapeForm>('arrow');
  #isSpaceHeld = $state.raw(false);

  get tool(): Tool {
    return this.#tool;
  }

  /** The form of a new shape. */
  get form(): ShapeForm {
    return this.#form;
  }

  /** True while the space bar is down; the pointer then pans the board. */
  get isSpaceHeld(): boolean {
    return this.#isSpaceHeld;
  }

  set isSpaceHeld(isDown: boolean) {
    this.#isSpaceHeld = isDown;
  }

  get panning(): boolean {
    return this.#isSpaceHeld || this.#tool === 'hand';
  }

  use(tool: Tool, form?: ShapeForm): void {
    this.#tool = tool;
    if (form) this.#form = form;
  }
}

import type { BoardItem } from '#contract/schema/thumbnail.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';
import type { FormDraft } from '#renderer/drafts/forms.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { Box, Point } from '#contract/box.ts';
import { align, type Alignment, getBounds, distribute } from './geometry.ts';
import { getCompositionBox, expandToThumbnail } from './composition.ts';
import { History, type Patch } from './history.svelte.ts';
import {
  DEFAULT_TEXT,
  type Entries,
  type Entry,
  isOwnPicture,
  type Item,
  getItemKey,
  mergeItems,
  createKey,
  type ShapeForm,
  type ShapeLook,
  type TextLook,
} from './items.ts';
import { measure } from './draw-text.ts';
import type { PictureLook } from '#contract/schema/composition.ts';
import { isInFrame } from './layers.ts';
import { type StackMove, computeZ, computeZAt } from './stacking.ts';
import { changeText, getAnchorSide } from './text-layout.ts';
import type { TextBody } from '../sync/text-sync.ts';
import { plural } from '#renderer/ui/language.ts';

/** This app's own state of a board, per account, stored in the window's database and the host's journal. */
export interface BoardState extends Record<string, unknown> {
  readonly entries: Entries;
  /** The service's ids of texts that were created here. */
  readonly bound: Readonly<Record<string, number>>;
  /** The last state of each text on which the service and this app agreed; see `text-sync`. */
  readonly agreed: Readonly<Record<string, string>>;
  /**
   * New texts as they were sent, with their Idempotency-Key, kept until the service has answered so that a retry is
   * identical.
   */
  readonly sending: Readonly<Record<string, { readonly key: string; readonly body: TextBody }>>;
  /** Maps edited pictures to their originals, by the service's ids. The service does not report this. */
  readonly origins: Readonly<Record<string, number>>;
  /** Digests of the compositions stored at the local service; see `composition-sync`. */
  readonly composed: Readonly<Record<string, string>>;
  /** Ids of items also removed at the local service; see `removal-sync`. */
  readonly removedThere: readonly number[];
}
const EMPTY_BOARD: BoardState = {
  entries: {},
  bound: {},
  agreed: {},
  sending: {},
  origins: {},
  composed: {},
  removedThere: [],
};

const PASTE_OFFSET = 40;

/** A channel's board: its items, its selection, and every change to it. */
export class Board {
  readonly account: string;
  readonly channelId: number;
  readonly query: CachedQuery<'board.get'>;
  readonly history = new History();
  readonly #app: Pick<AppState, 'accounts' | 'cache' | 'forms'>;
  #state = $state.raw<BoardState>(EMPTY_BOARD);
  #draft = $state.raw<FormDraft<BoardState> | null>(null);
  #selection = $state.raw<ReadonlySet<string>>(new Set());
  readonly #items = $derived.by(() => mergeItems(this.serviceItems, this.#state.entries, this.#state.bound));
  readonly #visibleItems = $derived(this.#items.filter(({ hidden }) => !hidden));
  readonly #selectedItems = $derived(this.#items.filter(({ key }) => this.#selection.has(key)));

  constructor(app: Pick<AppState, 'accounts' | 'cache' | 'forms'>, account: string, channelId: number) {
    this.#app = app;
    this.account = account;
    this.channelId = channelId;
    this.query = app.cache.query(account, 'board.get', { params: { id: channelId } });
  }

  /** True if this person may upload picture files to the service. */
  get takesPictures(): boolean {
    return this.#app.accounts.accountOffers(this.account, 'local.pictures.create');
  }

  /** Reads the stored state; nothing can be changed before that. */
  async open(): Promise<void> {
    const draft = await this.#app.forms.open<BoardState>(this.account, `board-${this.channelId}`);
    this.#state = { ...EMPTY_BOARD, ...draft.value };
    this.#draft = draft;
  }

  async close(): Promise<void> {
    await this.#draft?.close();
  }

  get ready(): boolean {
    return this.#draft !== null && this.query.isCacheRead;
  }

  get saveStatus(): FormDraft<BoardState>['status'] | null {
    return this.#draft?.status ?? null;
  }

  get state(): BoardState {
    return this.#state;
  }

  /** Returns the items as last received from the service. */
  get serviceItems(): readonly BoardItem[] {
    return this.query.value?.data.items ?? [];
  }

  /** Returns all items, from the lowest to the highest. */
  get items(): readonly Item[] {
    return this.#items;
  }

  get visibleItems(): readonly Item[] {
    return this.#visibleItems;
  }

  get selection(): ReadonlySet<string> {
    return this.#selection;
  }

  get selectedItems(): readonly Item[] {
    return this.#selectedItems;
  }

  /** Number of pictures stored only on this computer. */
  get ownPictureCount(): number {
    return this.#items.filter(isOwnPicture).length;
  }

  /**
   * Number of pictures that count towards the service's limit of 500; a remote service also counts those removed here.
   */
  get imageCount(): number {
    return this.serviceItems.filter(({ type }) => type === 'image').length;
  }

  getItem(key: string): Item | undefined {
    return this.#items.find((item) => item.key === key);
  }

  /** Selects items, with all of their groups. */
  select(keys: Iterable<string>): void {
    const selection = new Set(keys);
    const groups = new Set(
      this.#items.filter(({ key, group }) => group !== null && selection.has(key)).map(({ group }) => group),
    );
    for (const { key, group } of this.#items) if (group !== null && groups.has(group)) selection.add(key);
    const isSame = selection.size === this.#selection.size && [...selection].every((key) => this.#selection.has(key));
    if (!isSame) this.#selection = selection;
  }

  toggle(key: string): void {
    const selection = new Set(this.#selection);
    const group = this.getItem(key)?.group ?? null;
    const members = this.#items.filter((item) => item.key === key || (group !== null && item.group === group));
    for (const { key: member } of members) {
      if (this.#selection.has(key)) selection.delete(member);
      else selection.add(member);
    }
    this.#selection = selection;
  }

  selectAll(): void {
    this.select(this.#visibleItems.filter(({ locked }) => !locked).map(({ key }) => key));
  }

  /** Changes the entries of some items as one undo step. Consecutive steps with the same `merge` become one. */
  change(label: string, changes: Readonly<Record<string, Entry>>, merge: string | null = null): void {
    const { entries } = this.#state;
    const patch = Object.fromEntries(
      Object.entries(changes).map(([key, entry]) => [key, { ...entries[key], ...entry }]),
    );
    this.#apply(label, patch, merge);
  }

  undo(): void {
    this.update({ entries: this.history.undo(this.#state.entries) });
    this.#prune();
  }

  redo(): void {
    this.update({ entries: this.history.redo(this.#state.entries) });
    this.#prune();
  }

  /** Records that the service added items: undo removes them here, redo restores them. */
  recordAdded(label: string, ids: readonly number[]): void {
    const { entries } = this.#state;
    const keys = ids.map(getItemKey);
    const removedEntries = keys.map((key) => [key, { ...entries[key], removed: true }] as const);
    const restoredEntries = keys.map((key) => [key, entries[key]] as const);
    this.history.record(label, Object.fromEntries(removedEntries), Object.fromEntries(restoredEntries));
  }

  /** Saves without an undo step, for answers of the service. */
  update(change: Partial<BoardState>): void {
    this.#state = { ...this.#state, ...change };
    this.#draft?.change(this.#state);
  }

  addText(at: Point, text: Partial<TextLook> = {}): string {
    const look = { ...DEFAULT_TEXT, ...text };
    const size = measure(look);
    return this.#add('Add text', { kind: 'text', x: Math.round(at.x), y: Math.round(at.y), ...size, text: look });
  }

  /** Adds a picture stored only on this computer under the name `picture`. */
  addPicture(picture: string, name: string, box: Box): string {
    return this.#add('Add picture', { kind: 'image', picture, name, ...box });
  }

  addShape(form: ShapeForm, box: Box & { readonly angle?: number }): string {
    const shape = {
      form,
      fill: form === 'rect' || form === 'ellipse' ? '#E5E8E9' : null,
      stroke: '#CC3C0B',
      stroke_width: 8,
    };
    return this.#add('Add shape', { kind: 'shape', ...box, shape });
  }

  /** Adds a frame below everything else; items above it are its contents. */
  addFrame(box: Box): string {
    return this.#add('Add frame', { kind: 'frame', ...box, z: this.#getBottom() - 1 });
  }

  /** Makes a composition of the selection and everything over or under it. */
  compose(): void {
    const box = getCompositionBox(this.selectedItems);
    if (!box) return;
    this.#add('Make a composition', { kind: 'frame', name: 'Composition', ...box, z: this.#getBottom() - 1 });
  }

  /** Widens a frame to 16:9, which makes it a composition. */
  reshape(frame: Item): void {
    this.change('Make a composition', { [frame.key]: expandToThumbnail(frame) });
  }

  /** Changes the look or the content of texts, each of which is measured again. */
  changeText(keys: readonly string[], change: Partial<TextLook>, merge: string | null = null): void {
    const changes: Record<string, Entry> = {};
    for (const key of keys) {
      const item = this.getItem(key);
      if (!item?.text) continue;
      const text = changeText(item.text, change, (look) => measure(look).width);
      const size = measure(text);
      // The text grows from the side its lines are aligned to.
      const x = Math.round(item.x + (item.width - size.width) * getAnchorSide(text));
      changes[key] = { text, ...size, x, y: item.y };
    }
    this.change('Change text', changes, merge);
  }

  /** Changes the look of the selected pictures that are not locked. */
  changeLook(change: Partial<PictureLook>, merge: string | null = null): void {
    const changes = this.getUnlockedItems().flatMap(({ key, look }) =>
      look ? [[key, { look: { ...look, ...change } }] as const] : [],
    );
    if (changes.length > 0) this.change('Change picture', Object.fromEntries(changes), merge);
  }

  /** Changes the look of the selected shapes that are not locked. */
  changeShape(change: Partial<ShapeLook>, merge: string | null = null): void {
    const changes = this.getUnlockedItems().flatMap(({ key, shape }) =>
      shape ? [[key, { shape: { ...shape, ...change } }] as const] : [],
    );
    if (changes.length > 0) this.change('Change shape', Object.fromEntries(changes), merge);
  }

  /** Changes how the selected items blend with the items under them. */
  mix(change: Pick<Entry, 'opacity' | 'blend'>, merge: string | null = null): void {
    const changes = this.getUnlockedItems().flatMap(({ key, kind }) =>
      kind === 'frame' ? [] : [[key, change] as const],
    );
    const label = change.blend === undefined ? 'Change opacity' : 'Change blend mode';
    if (changes.length > 0) this.change(label, Object.fromEntries(changes), merge);
  }

  move(dx: number, dy: number, merge: string | null = null): void {
    const changes = this.getUnlockedItems().map(({ key, x, y }) => [key, { x: x + dx, y: y + dy }] as const);
    if (changes.length > 0) this.change('Move', Object.fromEntries(changes), merge);
  }

  align(alignment: Alignment): void {
    const items = this.getUnlockedItems();
    this.#moveTo('Align', items, align(items, alignment));
  }

  distribute(axis: 'x' | 'y'): void {
    const items = this.getUnlockedItems();
    this.#moveTo('Distribute', items, distribute(items, axis));
  }

  /** Removes the selection from the board; undo and `restoreRemoved` bring it back. */
  remove(): void {
    const keys = this.getUnlockedItems().map(({ key }) => key);
    if (keys.length === 0) return;
    this.change(
      plural(keys.length, ['Remove item', 'Remove items']),
      Object.fromEntries(keys.map((key) => [key, { removed: true }])),
    );
    this.select([]);
  }

  /** Keys of the items removed from this board, of the service and local. */
  get removedKeys(): readonly string[] {
    return Object.entries(this.#state.entries).flatMap(([key, { removed }]) => (removed ? [key] : []));
  }

  restoreRemoved(): void {
    this.change('Restore', Object.fromEntries(this.removedKeys.map((key) => [key, { removed: false }])));
  }

  set(label: string, entry: Pick<Entry, 'hidden' | 'locked'>): void {
    this.change(label, Object.fromEntries([...this.#selection].map((key) => [key, entry])));
    if (entry.hidden) this.select([]);
  }

  group(): void {
    const id = crypto.randomUUID();
    this.change('Group', Object.fromEntries([...this.#selection].map((key) => [key, { group: id }])));
  }

  ungroup(): void {
    this.change('Ungroup', Object.fromEntries([...this.#selection].map((key) => [key, { group: null }])));
  }

  /** Moves the selection to the front, to the back, or past the next item it touches. */
  order(move: StackMove): void {
    const changes = computeZ(this.#items, this.#selection, move).map(([key, z]) => [key, { z }] as const);
    if (changes.length > 0) this.change('Change order', Object.fromEntries(changes));
  }

  /** Moves items to another height in the stacking; see `computeZAt`. */
  restack(keys: ReadonlySet<string>, index: number): void {
    const changes = computeZAt(this.#items, keys, index).map(([key, z]) => [key, { z }] as const);
    if (changes.length > 0) this.change('Change order', Object.fromEntries(changes));
  }

  /** Renames an item; ignores a blank name. */
  rename(item: Item, name: string): void {
    const newName = name.trim();
    if (newName !== '' && newName !== item.name) this.change('Rename', { [item.key]: { name: newName } });
  }

  duplicate(): void {
    this.paste(this.copySelection(), { x: PASTE_OFFSET, y: PASTE_OFFSET }, 'Duplicate');
  }

  /** Returns the selection as entries for this or another board. */
  copySelection(): Entry[] {
    return this.selectedItems.map((item) => {
      const { kind, id, x, y, width, height, angle, z, name, text, shape, look, opacity, blend, picture } = item;
      return {
        kind,
        x,
        y,
        width,
        height,
        angle,
        z,
        text,
        shape,
        look,
        opacity,
        blend,
        ...(kind === 'text' ? {} : { name }),
        ...(kind === 'image' && id !== null ? { copyOf: id } : {}),
        ...(isOwnPicture(item) && picture !== null ? { picture } : {}),
      };
    });
  }

  /** Adds copies and selects them. Import pictures of another board before calling it. */
  paste(entries: readonly Entry[], offset: Point, label = 'Paste'): void {
    const serviceIds = new Set(this.serviceItems.map(({ id }) => id));
    const usable = entries.filter(
      ({ kind, copyOf, picture }) =>
        kind !== 'image' || picture !== undefined || (copyOf !== undefined && serviceIds.has(copyOf)),
    );
    const top = this.#getTop();
    const copies = [...usable]
      .sort((a, b) => (a.z ?? 0) - (b.z ?? 0))
      .map((entry, index) => {
        return [
          createKey(),
          { ...entry, x: (entry.x ?? 0) + offset.x, y: (entry.y ?? 0) + offset.y, z: top + 1 + index },
        ] as const;
      });
    if (copies.length === 0) return;
    this.#apply(label, Object.fromEntries(copies), null);
    this.select(copies.map(([key]) => key));
  }

  /** Returns the selected items that are not locked. */
  getUnlockedItems(): readonly Item[] {
    return this.selectedItems.filter(({ locked }) => !locked);
  }

  /** Returns items whose centre lies in a frame; they move with it. */
  findContents(frame: Box, excludedKeys: ReadonlySet<string>): readonly Item[] {
    return this.#items.filter((item) => !excludedKeys.has(item.key) && isInFrame(frame, item));
  }

  get bounds(): Box | null {
    return getBounds(this.#visibleItems);
  }

  #add(label: string, entry: Entry): string {
    const key = createKey();
    this.#apply(label, { [key]: { z: this.#getTop() + 1, ...entry } }, null);
    this.select([key]);
    return key;
  }

  #apply(label: string, patch: Patch, merge: string | null): void {
    this.update({ entries: this.history.apply(this.#state.entries, patch, label, merge) });
  }

  #moveTo(label: string, items: readonly Item[], positions: readonly Point[]): void {
    const changes = items.map(
      ({ key, x, y }, index) => [key, { x: positions[index]?.x ?? x, y: positions[index]?.y ?? y }] as const,
    );
    this.change(label, Object.fromEntries(changes));
  }

  #getBottom(): number {
    return Math.min(0, ...this.#items.map(({ z }) => z));
  }

  #getTop(): number {
    return Math.max(0, ...this.#items.map(({ z }) => z), ...this.serviceItems.map(({ id }) => id));
  }

  #prune(): void {
    const keys = new Set(this.#items.map(({ key }) => key));
    this.select([...this.#selection].filter((key) => keys.has(key)));
  }
}

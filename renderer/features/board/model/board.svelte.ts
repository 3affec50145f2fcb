import type { BoardItem } from '#contract/schema/thumbnail.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';
import type { FormDraft } from '#renderer/drafts/forms.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { Box, Point } from '#contract/box.ts';
import { align, type Alignment, bounds, distribute } from './geometry.ts';
import { compositionBox, reshaped } from './composition.ts';
import { History, type Patch } from './history.svelte.ts';
import {
  DEFAULT_TEXT,
  type Entries,
  type Entry,
  isOwn,
  type Item,
  keyOf,
  merge,
  newKey,
  type ShapeForm,
  type ShapeLook,
  type TextLook,
} from './items.ts';
import { measure } from './draw-text.ts';
import type { PictureLook } from '#contract/schema/composition.ts';
import { holds } from './layers.ts';
import { type Layer, restacked, restackedAt } from './stacking.ts';
import { changedText, sideOf } from './text-layout.ts';
import type { TextBody } from '../sync/text-sync.ts';
import { plural } from '#renderer/ui/language.ts';

/** Everything this app keeps of a board, per account: in the window's database and in the host's journal. */
export interface Kept extends Record<string, unknown> {
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
  /** Maps an edited picture to the picture it was made from, by the service's ids. The service does not report this. */
  readonly origins: Readonly<Record<string, number>>;
  /** Digests of the compositions as the local service has them; see `composition-sync`. */
  readonly composed: Readonly<Record<string, string>>;
  /** Ids of items that are removed at the local service as well; see `removal-sync`. */
  readonly removedThere: readonly number[];
}
const EMPTY: Kept = {
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
  #kept = $state.raw<Kept>(EMPTY);
  #draft = $state.raw<FormDraft<Kept> | null>(null);
  #selection = $state.raw<ReadonlySet<string>>(new Set());
  readonly #items = $derived.by(() => merge(this.service, this.#kept.entries, this.#kept.bound));
  readonly #shown = $derived(this.#items.filter(({ hidden }) => !hidden));
  readonly #chosen = $derived(this.#items.filter(({ key }) => this.#selection.has(key)));

  constructor(app: Pick<AppState, 'accounts' | 'cache' | 'forms'>, account: string, channelId: number) {
    this.#app = app;
    this.account = account;
    this.channelId = channelId;
    this.query = app.cache.query(account, 'board.get', { params: { id: channelId } });
  }

  /** Tells whether this person may send the service picture files of their own. */
  get takesPictures(): boolean {
    return this.#app.accounts.offersAt(this.account, 'local.pictures.create');
  }

  /** Reads what is kept here; nothing can be changed before. */
  async open(): Promise<void> {
    const draft = await this.#app.forms.open<Kept>(this.account, `board-${this.channelId}`);
    this.#kept = { ...EMPTY, ...draft.value };
    this.#draft = draft;
  }

  async close(): Promise<void> {
    await this.#draft?.close();
  }

  get ready(): boolean {
    return this.#draft !== null && this.query.looked;
  }

  get saved(): FormDraft<Kept>['status'] | null {
    return this.#draft?.status ?? null;
  }

  get kept(): Kept {
    return this.#kept;
  }

  /** Returns the items as last received from the service. */
  get service(): readonly BoardItem[] {
    return this.query.value?.data.items ?? [];
  }

  /** Returns all items, from the lowest to the highest. */
  get items(): readonly Item[] {
    return this.#items;
  }

  get shown(): readonly Item[] {
    return this.#shown;
  }

  get selection(): ReadonlySet<string> {
    return this.#selection;
  }

  get chosen(): readonly Item[] {
    return this.#chosen;
  }

  /** Number of pictures that are kept only here. */
  get ownPictures(): number {
    return this.#items.filter(isOwn).length;
  }

  /** Number that counts towards the service's limit of 500; a remote service still counts pictures removed here. */
  get images(): number {
    return this.service.filter(({ type }) => type === 'image').length;
  }

  item(key: string): Item | undefined {
    return this.#items.find((item) => item.key === key);
  }

  /** Selects items, with all of their groups. */
  select(keys: Iterable<string>): void {
    const wanted = new Set(keys);
    const groups = new Set(
      this.#items.filter(({ key, group }) => group !== null && wanted.has(key)).map(({ group }) => group),
    );
    for (const { key, group } of this.#items) if (group !== null && groups.has(group)) wanted.add(key);
    const same = wanted.size === this.#selection.size && [...wanted].every((key) => this.#selection.has(key));
    if (!same) this.#selection = wanted;
  }

  toggle(key: string): void {
    const wanted = new Set(this.#selection);
    const group = this.item(key)?.group ?? null;
    const same = this.#items.filter((item) => item.key === key || (group !== null && item.group === group));
    for (const { key: one } of same) {
      if (this.#selection.has(key)) wanted.delete(one);
      else wanted.add(one);
    }
    this.#selection = wanted;
  }

  selectAll(): void {
    this.select(this.#shown.filter(({ locked }) => !locked).map(({ key }) => key));
  }

  /** Changes the entries of some items as one undo step. Consecutive steps with the same `merge` become one. */
  change(label: string, changes: Readonly<Record<string, Entry>>, merge: string | null = null): void {
    const { entries } = this.#kept;
    const patch = Object.fromEntries(
      Object.entries(changes).map(([key, entry]) => [key, { ...entries[key], ...entry }]),
    );
    this.#take(label, patch, merge);
  }

  undo(): void {
    this.keep({ entries: this.history.undo(this.#kept.entries) });
    this.#prune();
  }

  redo(): void {
    this.keep({ entries: this.history.redo(this.#kept.entries) });
    this.#prune();
  }

  /** Notes that the service has added items: undo removes them here, redo brings them back. */
  arrived(label: string, ids: readonly number[]): void {
    const { entries } = this.#kept;
    const keys = ids.map(keyOf);
    const gone = keys.map((key) => [key, { ...entries[key], removed: true }] as const);
    const there = keys.map((key) => [key, entries[key]] as const);
    this.history.record(label, Object.fromEntries(gone), Object.fromEntries(there));
  }

  /** Saves without an undo step, for what the service answered. */
  keep(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    this.#draft?.change(this.#kept);
  }

  addText(at: Point, text: Partial<TextLook> = {}): string {
    const look = { ...DEFAULT_TEXT, ...text };
    const size = measure(look);
    return this.#add('Add text', { kind: 'text', x: Math.round(at.x), y: Math.round(at.y), ...size, text: look });
  }

  /** Adds a picture that is kept only here, under the name `picture`. */
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
    return this.#add('Add frame', { kind: 'frame', ...box, z: this.#bottom() - 1 });
  }

  /** Makes a composition of the selection and of all that lies over or under it there. */
  compose(): void {
    const box = compositionBox(this.chosen);
    if (!box) return;
    this.#add('Make a composition', { kind: 'frame', name: 'Composition', ...box, z: this.#bottom() - 1 });
  }

  /** Widens a frame to the shape of a thumbnail, which makes it a composition. */
  reshape(frame: Item): void {
    this.change('Make a composition', { [frame.key]: reshaped(frame) });
  }

  /** Changes texts; `content` is what was typed. */
  changeText(keys: readonly string[], change: Partial<TextLook>, merge: string | null = null): void {
    const changes: Record<string, Entry> = {};
    for (const key of keys) {
      const item = this.item(key);
      if (!item?.text) continue;
      const text = changedText(item.text, change, (look) => measure(look).width);
      const size = measure(text);
      // The text grows from the side its lines are aligned to.
      const x = Math.round(item.x + (item.width - size.width) * sideOf(text));
      changes[key] = { text, ...size, x, y: item.y };
    }
    this.change('Change text', changes, merge);
  }

  /** Changes the look of the selected pictures that are not locked. */
  changeLook(change: Partial<PictureLook>, merge: string | null = null): void {
    const changes = this.free().flatMap(({ key, look }) =>
      look ? [[key, { look: { ...look, ...change } }] as const] : [],
    );
    if (changes.length > 0) this.change('Change picture', Object.fromEntries(changes), merge);
  }

  /** Changes the look of the selected shapes that are not locked. */
  changeShape(change: Partial<ShapeLook>, merge: string | null = null): void {
    const changes = this.free().flatMap(({ key, shape }) =>
      shape ? [[key, { shape: { ...shape, ...change } }] as const] : [],
    );
    if (changes.length > 0) this.change('Change shape', Object.fromEntries(changes), merge);
  }

  /** Changes how the selected items mix with what lies under them. */
  mix(change: Pick<Entry, 'opacity' | 'blend'>, merge: string | null = null): void {
    const changes = this.free().flatMap(({ key, kind }) => (kind === 'frame' ? [] : [[key, change] as const]));
    const label = change.blend === undefined ? 'Change opacity' : 'Change blend mode';
    if (changes.length > 0) this.change(label, Object.fromEntries(changes), merge);
  }

  move(dx: number, dy: number, merge: string | null = null): void {
    const changes = this.free().map(({ key, x, y }) => [key, { x: x + dx, y: y + dy }] as const);
    if (changes.length > 0) this.change('Move', Object.fromEntries(changes), merge);
  }

  align(how: Alignment): void {
    const items = this.free();
    this.#place('Align', items, align(items, how));
  }

  distribute(axis: 'x' | 'y'): void {
    const items = this.free();
    this.#place('Distribute', items, distribute(items, axis));
  }

  /** Removes the selection from the board. Undo brings it back, and so does `restoreRemoved`. */
  remove(): void {
    const keys = this.free().map(({ key }) => key);
    if (keys.length === 0) return;
    this.change(
      plural(keys.length, ['Remove item', 'Remove items']),
      Object.fromEntries(keys.map((key) => [key, { removed: true }])),
    );
    this.select([]);
  }

  /** Keys of what was removed from this board: the service's items and those created here. */
  get removed(): readonly string[] {
    return Object.entries(this.#kept.entries).flatMap(([key, { removed }]) => (removed ? [key] : []));
  }

  restoreRemoved(): void {
    this.change('Restore', Object.fromEntries(this.removed.map((key) => [key, { removed: false }])));
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
  order(to: Layer): void {
    const changes = restacked(this.#items, this.#selection, to).map(([key, z]) => [key, { z }] as const);
    if (changes.length > 0) this.change('Change order', Object.fromEntries(changes));
  }

  /** Moves items to another height in the stacking; see `restackedAt`. */
  restack(keys: ReadonlySet<string>, index: number): void {
    const changes = restackedAt(this.#items, keys, index).map(([key, z]) => [key, { z }] as const);
    if (changes.length > 0) this.change('Change order', Object.fromEntries(changes));
  }

  /** Renames an item; a blank name changes nothing. */
  rename(item: Item, name: string): void {
    const trimmed = name.trim();
    if (trimmed !== '' && trimmed !== item.name) this.change('Rename', { [item.key]: { name: trimmed } });
  }

  duplicate(): void {
    this.paste(this.copied(), { x: PASTE_OFFSET, y: PASTE_OFFSET }, 'Duplicate');
  }

  /** Returns the selection as entries for this or another board. */
  copied(): Entry[] {
    return this.chosen.map((item) => {
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
        ...(isOwn(item) && picture !== null ? { picture } : {}),
      };
    });
  }

  /** Adds copies and selects them. Import pictures of another board before calling it. */
  paste(entries: readonly Entry[], by: Point, label = 'Paste'): void {
    const known = new Set(this.service.map(({ id }) => id));
    const usable = entries.filter(
      ({ kind, copyOf, picture }) =>
        kind !== 'image' || picture !== undefined || (copyOf !== undefined && known.has(copyOf)),
    );
    const top = this.#top();
    const made = [...usable]
      .sort((a, b) => (a.z ?? 0) - (b.z ?? 0))
      .map((entry, index) => {
        return [
          newKey(),
          { ...entry, x: (entry.x ?? 0) + by.x, y: (entry.y ?? 0) + by.y, z: top + 1 + index },
        ] as const;
      });
    if (made.length === 0) return;
    this.#take(label, Object.fromEntries(made), null);
    this.select(made.map(([key]) => key));
  }

  /** Returns the selected items that are not locked. */
  free(): readonly Item[] {
    return this.chosen.filter(({ locked }) => !locked);
  }

  /** Returns items whose middle lies in a frame; they move with it. */
  contents(frame: Box, but: ReadonlySet<string>): readonly Item[] {
    return this.#items.filter((item) => !but.has(item.key) && holds(frame, item));
  }

  get bounds(): Box | null {
    return bounds(this.#shown);
  }

  #add(label: string, entry: Entry): string {
    const key = newKey();
    this.#take(label, { [key]: { z: this.#top() + 1, ...entry } }, null);
    this.select([key]);
    return key;
  }

  #take(label: string, patch: Patch, merge: string | null): void {
    this.keep({ entries: this.history.apply(this.#kept.entries, patch, label, merge) });
  }

  #place(label: string, items: readonly Item[], places: readonly Point[]): void {
    const changes = items.map(
      ({ key, x, y }, index) => [key, { x: places[index]?.x ?? x, y: places[index]?.y ?? y }] as const,
    );
    this.change(label, Object.fromEntries(changes));
  }

  #bottom(): number {
    return Math.min(0, ...this.#items.map(({ z }) => z));
  }

  #top(): number {
    return Math.max(0, ...this.#items.map(({ z }) => z), ...this.service.map(({ id }) => id));
  }

  #prune(): void {
    const there = new Set(this.#items.map(({ key }) => key));
    this.select([...this.#selection].filter((key) => there.has(key)));
  }
}

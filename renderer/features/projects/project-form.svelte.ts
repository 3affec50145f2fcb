import type { InputOf } from '#contract/operations/index.ts';
import type { ChecklistItem, Production, Project } from '#contract/schema/project.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { FormDraft } from '#renderer/offline/forms.ts';
import type { Faults } from '#renderer/studio/kept-form.svelte.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';
import { mergeFields } from './merge.ts';

/** All a person types on a project's page. Plain values, so that two are the same when they are equal. */
export interface ProjectFields extends Record<string, unknown> {
  readonly title: string;
  readonly topic: string;
  readonly angle: string;
  readonly description: string;
  /** Separated by commas. */
  readonly tags: string;
  readonly visibility: string;
  readonly made_for_kids: boolean;
  /** ISO, empty for none. */
  readonly publish_at: string;
  readonly thumbnail_text: string;
}
export type FieldName = keyof ProjectFields & string;

/** A field that was changed here and by somebody else. */
export interface Clash {
  readonly field: FieldName;
  readonly mine: ProjectFields[FieldName];
  readonly theirs: ProjectFields[FieldName];
}

interface Kept extends Record<string, unknown> {
  readonly base: ProjectFields;
  readonly fields: ProjectFields;
}

const OF_PROJECT = ['title', 'topic', 'angle'] as const;
const ATTEMPTS = 3;

export const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

export function fieldsOf(project: Project, { upload, thumbnail }: Production): ProjectFields {
  return {
    title: project.title,
    topic: project.topic ?? '',
    angle: project.angle ?? '',
    description: upload.description,
    tags: upload.tags.join(', '),
    visibility: upload.visibility,
    made_for_kids: upload.made_for_kids,
    publish_at: upload.publish_at ?? '',
    thumbnail_text: thumbnail.text ?? '',
  };
}

type Sent = { readonly ok: true } | { readonly ok: false; readonly failure: ApiFailure };
type ProductionBody = InputOf<'projects.production.update'>['body'];
/** A checklist as it is sent. */
export interface Entry {
  /** None while it is new. */
  readonly id?: number;
  readonly title: string;
  readonly required: boolean;
  readonly done: boolean;
  readonly assignee_id: number | null;
  readonly due_at: string | null;
}

/** A project while it is written on: kept as it is typed, saved from the revision it was read in, merged on a conflict. */
export class ProjectForm {
  readonly #studio: Studio;
  readonly #account: string;
  readonly #id: string;
  #kept: FormDraft<Kept> | null = null;
  #project = $state.raw<Project | null>(null);
  #production = $state.raw<Production | null>(null);
  #base: ProjectFields;
  #fields: ProjectFields;
  #clashes = $state.raw<readonly Clash[]>([]);
  #faults = $state.raw<Faults>({});
  #failure = $state.raw<ApiFailure | null>(null);
  #saving = $state.raw(false);
  /** Writes go one after the other, each from the revision of the one before. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(studio: Studio, account: string, project: Project, production: Production) {
    this.#studio = studio;
    this.#account = account;
    this.#id = project.id;
    this.#project = project;
    this.#production = production;
    this.#base = $state.raw(fieldsOf(project, production));
    this.#fields = $state.raw(fieldsOf(project, production));
  }

  get project(): Project | null {
    return this.#project;
  }

  get production(): Production | null {
    return this.#production;
  }

  get fields(): ProjectFields {
    return this.#fields;
  }

  get clashes(): readonly Clash[] {
    return this.#clashes;
  }

  get faults(): Faults {
    return this.#faults;
  }

  get failure(): ApiFailure | null {
    return this.#failure;
  }

  get saving(): boolean {
    return this.#saving;
  }

  get unsaved(): boolean {
    return this.#changed().length > 0;
  }

  /** What was typed last time and not saved comes back, and with it what it was typed on. */
  async open(): Promise<void> {
    const { forms } = this.#studio;
    const kept = await forms.open<Kept>(this.#account, this.#id.replaceAll(':', '-'));
    this.#kept = kept;
    if (this.unsaved) return this.#keep();
    const { base, fields } = kept.value;
    if (base && fields) this.#merge(base, fields);
  }

  async close(): Promise<void> {
    await this.#kept?.close();
  }

  /** What the service says now; what is typed here stays. */
  take(project: Project, production: Production): void {
    if (project.revision === this.#project?.revision || this.#saving) return;
    this.#takeOver(project, production);
  }

  change(change: Partial<ProjectFields>): void {
    this.#fields = { ...this.#fields, ...change };
    this.#faults = Object.fromEntries(Object.entries(this.#faults).filter(([field]) => !Object.hasOwn(change, field)));
    this.#keep();
  }

  decide({ field, mine, theirs }: Clash, take: 'mine' | 'theirs'): void {
    this.change({ [field]: take === 'mine' ? mine : theirs });
    this.#clashes = this.#clashes.filter((clash) => clash.field !== field);
  }

  discard(): void {
    this.#fields = this.#base;
    this.#clashes = [];
    this.#faults = {};
    this.#failure = null;
    void this.#kept?.clear();
  }

  /** True when all that was typed is with the service. */
  save(): Promise<boolean> {
    return this.#queued(() => this.#save());
  }

  /** Changes the checklist as it is on the service: done again on whatever somebody else made of it meanwhile. */
  changeChecklist(change: (list: readonly Entry[]) => readonly Entry[]): Promise<boolean> {
    // A newer service may tell more of an entry than it takes.
    const known = ({ id, title, required, done, assignee_id, due_at }: ChecklistItem): Entry => ({
      ...{ id, title, required, done, assignee_id, due_at },
    });
    return this.putProduction(() => ({ checklist: [...change((this.#production?.checklist ?? []).map(known))] }));
  }

  /** Something that is saved at once and is no field of the form. */
  putProduction(body: () => ProductionBody): Promise<boolean> {
    return this.#queued(async () => {
      for (let attempt = 1; ; attempt++) {
        const sent = await this.#sendProduction(body());
        if (sent.ok) return true;
        if (attempt >= ATTEMPTS || !isConflict(sent.failure) || !(await this.#reload()))
          return this.#fail(sent.failure);
      }
    });
  }

  async #save(): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      if (this.#clashes.length > 0) return false;
      const sent = await this.#send();
      if (sent.ok) {
        void this.#kept?.clear();
        return true;
      }
      if (attempt >= ATTEMPTS || !isConflict(sent.failure) || !(await this.#reload())) return this.#fail(sent.failure);
    }
  }

  async #send(): Promise<Sent> {
    const changed = this.#changed();
    const { fields } = this;
    const own = OF_PROJECT.filter((field) => changed.includes(field));
    if (own.length > 0) {
      const body = Object.fromEntries(own.map((field) => [field, fields[field] === '' ? null : fields[field]]));
      const title = fields.title;
      const result = await this.#studio.api.call(this.#account, 'projects.update', {
        params: { project: this.#id },
        body: { ...body, ...(own.includes('title') && { title }) },
        ...this.#headers(),
      });
      if (!result.ok) return result;
      this.#took(result.body.data, this.#production);
    }
    const rest = changed.filter((field) => !(OF_PROJECT as readonly string[]).includes(field));
    if (rest.length === 0) return { ok: true };
    const values: Record<string, unknown> = {
      ...fields,
      tags: tagsOf(fields.tags),
      publish_at: fields.publish_at === '' ? null : fields.publish_at,
      thumbnail_text: fields.thumbnail_text === '' ? null : fields.thumbnail_text,
    };
    return this.#sendProduction(Object.fromEntries(rest.map((field) => [field, values[field]])) as ProductionBody);
  }

  async #sendProduction(body: ProductionBody): Promise<Sent> {
    const result = await this.#studio.api.call(this.#account, 'projects.production.update', {
      params: { project: this.#id },
      body,
      ...this.#headers(),
    });
    if (!result.ok) return result;
    if (this.#project) this.#took({ ...this.#project, revision: result.body.meta.revision }, result.body.data);
    return { ok: true };
  }

  /** What a write answered: fields that were not touched follow it. */
  #took(project: Project, production: Production | null): void {
    this.#project = project;
    if (!production) return;
    this.#production = production;
    const theirs = fieldsOf(project, production);
    this.#fields = mergeFields(this.#base, this.#fields, theirs).fields;
    this.#base = theirs;
    this.#keep();
  }

  /** After a conflict: what is there now, merged with what was typed. */
  async #reload(): Promise<boolean> {
    const { api } = this.#studio;
    const params = { project: this.#id };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const project = await api.call(this.#account, 'projects.get', { params });
      const production = await api.call(this.#account, 'projects.production.get', { params });
      if (!project.ok || !production.ok) return false;
      // Changed between the two: they are of two moments.
      if (project.body.data.revision !== production.body.meta.revision) continue;
      this.#takeOver(project.body.data, production.body.data);
      return true;
    }
    return false;
  }

  /** What the service has takes the place of what was read before; what is typed here is merged with it. */
  #takeOver(project: Project, production: Production): void {
    const [base, fields] = [this.#base, this.#fields];
    this.#project = project;
    this.#production = production;
    this.#base = fieldsOf(project, production);
    this.#merge(base, fields);
  }

  #merge(base: ProjectFields, mine: ProjectFields): void {
    const theirs = this.#base;
    const { fields, both } = mergeFields(base, mine, theirs);
    this.#fields = fields;
    this.#clashes = both.map((field) => ({ field, mine: mine[field], theirs: theirs[field] }));
    this.#keep();
  }

  #keep(): void {
    if (this.unsaved) this.#kept?.change({ base: this.#base, fields: this.#fields });
    else void this.#kept?.clear();
  }

  #changed(): FieldName[] {
    return (Object.keys(this.#base) as FieldName[]).filter((field) => this.#fields[field] !== this.#base[field]);
  }

  #fail(failure: ApiFailure): false {
    this.#faults = failure.kind === 'refused' ? failure.error.fields : {};
    this.#failure = Object.keys(this.#faults).length === 0 ? failure : null;
    return false;
  }

  #queued(work: () => Promise<boolean>): Promise<boolean> {
    const done = this.#last.then(async () => {
      this.#saving = true;
      this.#failure = null;
      try {
        return await work();
      } finally {
        this.#saving = false;
        // All that shows projects asks anew: the page may have been left for a list before this was answered.
        this.#studio.cache.invalidate(this.#account, 'projects');
      }
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  #headers() {
    return { idempotencyKey: crypto.randomUUID(), ifMatch: `"${this.#project?.revision ?? ''}"` };
  }
}

const isConflict = (failure: ApiFailure): boolean =>
  failure.kind === 'refused' && failure.error.code === 'revision_conflict';

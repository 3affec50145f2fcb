import { splitTags } from '#renderer/shared/split-tags.ts';
import pLimit from 'p-limit';

import type { InputOf } from '#contract/operations/index.ts';
import type { Production, Project } from '#contract/schema/project.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { FormDraft } from '#renderer/drafts/forms.ts';
import { type Entry, isConflict, toEntry } from '#renderer/shared/checklist.ts';
import type { FieldErrors } from '#renderer/shared/saved-form.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { mergeFields } from './merge.ts';

/** The fields of a project's page, as plain values that `===` can compare. */
export interface ProjectFields extends Record<string, unknown> {
  readonly title: string;
  readonly topic: string;
  readonly angle: string;
  readonly description: string;
  /** Tags, separated by commas. */
  readonly tags: string;
  readonly visibility: string;
  readonly made_for_kids: boolean;
  /** An ISO time; empty means none. */
  readonly publish_at: string;
  readonly thumbnail_text: string;
}
export type FieldName = keyof ProjectFields & string;

/** A field changed both here and by someone else. */
export interface MergeConflict {
  readonly field: FieldName;
  readonly mine: ProjectFields[FieldName];
  readonly theirs: ProjectFields[FieldName];
}

interface StoredFields extends Record<string, unknown> {
  readonly base: ProjectFields;
  readonly fields: ProjectFields;
}

const PROJECT_FIELDS = ['title', 'topic', 'angle'] as const;
const MAX_ATTEMPTS = 3;

export function readFields(project: Project, { upload, thumbnail }: Production): ProjectFields {
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

type SendResult = { readonly ok: true } | { readonly ok: false; readonly failure: ApiFailure };
type ProductionBody = InputOf<'projects.production.update'>['body'];

/**
 * Edits a project: stores the fields as they are typed, saves them with the revision they are based on, and merges
 * after a conflict.
 */
export class ProjectForm {
  readonly #app: AppState;
  readonly #account: string;
  readonly #id: string;
  #draft: FormDraft<StoredFields> | null = null;
  #isClosed = false;
  #project = $state.raw<Project | null>(null);
  #production = $state.raw<Production | null>(null);
  #base: ProjectFields;
  #fields: ProjectFields;
  #conflicts = $state.raw<readonly MergeConflict[]>([]);
  #errors = $state.raw<FieldErrors>({});
  #failure = $state.raw<ApiFailure | null>(null);
  #isSaving = $state.raw(false);
  /** Runs writes one after the other, each with the revision of the previous one. */
  readonly #limit = pLimit(1);

  constructor(app: AppState, account: string, project: Project, production: Production) {
    this.#app = app;
    this.#account = account;
    this.#id = project.id;
    this.#project = project;
    this.#production = production;
    this.#base = $state.raw(readFields(project, production));
    this.#fields = $state.raw(readFields(project, production));
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

  get conflicts(): readonly MergeConflict[] {
    return this.#conflicts;
  }

  get errors(): FieldErrors {
    return this.#errors;
  }

  get failure(): ApiFailure | null {
    return this.#failure;
  }

  get saving(): boolean {
    return this.#isSaving;
  }

  get unsaved(): boolean {
    return this.#getChangedFields().length > 0;
  }

  /** Restores unsaved fields of an earlier visit, with the values they are based on. */
  async open(): Promise<void> {
    const draft = await this.#openDraft();
    this.#draft = draft;
    if (this.unsaved) return this.#saveDraft();
    const { base, fields } = draft.value;
    if (base && fields) this.#merge(base, fields);
  }

  #openDraft(): Promise<FormDraft<StoredFields>> {
    return this.#app.forms.open<StoredFields>(this.#account, this.#id.replaceAll(':', '-'));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#draft?.close();
  }

  /** Applies the service's latest values; local changes stay. */
  receive(project: Project, production: Production): void {
    if (project.revision === this.#project?.revision || this.#isSaving) return;
    this.#rebase(project, production);
  }

  change(change: Partial<ProjectFields>): void {
    this.#fields = { ...this.#fields, ...change };
    this.#errors = Object.fromEntries(Object.entries(this.#errors).filter(([field]) => !Object.hasOwn(change, field)));
    this.#saveDraft();
  }

  decide({ field, mine, theirs }: MergeConflict, side: 'mine' | 'theirs'): void {
    this.change({ [field]: side === 'mine' ? mine : theirs });
    this.#conflicts = this.#conflicts.filter((conflict) => conflict.field !== field);
  }

  /** Returns a function that restores the discarded changes, merged into later ones. */
  discard(): () => Promise<void> {
    const [base, fields] = [this.#base, this.#fields];
    this.#fields = this.#base;
    this.#conflicts = [];
    this.#errors = {};
    this.#failure = null;
    void this.#draft?.clear();
    return () => this.#restore(base, fields);
  }

  async #restore(base: ProjectFields, fields: ProjectFields): Promise<void> {
    if (this.#isClosed) {
      // The page restores them the next time it is opened.
      const draft = await this.#openDraft();
      draft.change({ base, fields });
      return draft.close();
    }
    const typedFields = Object.fromEntries(this.#getChangedFields().map((field) => [field, this.#fields[field]]));
    this.#merge(base, fields);
    this.change(typedFields);
  }

  /** Resolves to true once the service has all changes. */
  save(): Promise<boolean> {
    return this.#enqueue(() => this.#save());
  }

  /** Changes the service's checklist; after a conflict the change is applied again to the newer list. */
  changeChecklist(change: (list: readonly Entry[]) => readonly Entry[]): Promise<boolean> {
    return this.putProduction(() => ({ checklist: [...change((this.#production?.checklist ?? []).map(toEntry))] }));
  }

  /** Saves values that are not fields of the form, at once. */
  putProduction(body: () => ProductionBody): Promise<boolean> {
    return this.#enqueue(async () => {
      for (let attempt = 1; ; attempt++) {
        const result = await this.#sendProduction(body());
        if (result.ok) return true;
        if (attempt >= MAX_ATTEMPTS || !isConflict(result.failure) || !(await this.#reload()))
          return this.#fail(result.failure);
      }
    });
  }

  async #save(): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      if (this.#conflicts.length > 0) return false;
      const result = await this.#send();
      if (result.ok) {
        void this.#draft?.clear();
        return true;
      }
      if (attempt >= MAX_ATTEMPTS || !isConflict(result.failure) || !(await this.#reload()))
        return this.#fail(result.failure);
    }
  }

  async #send(): Promise<SendResult> {
    const changedFields = this.#getChangedFields();
    const { fields } = this;
    const projectFields = PROJECT_FIELDS.filter((field) => changedFields.includes(field));
    if (projectFields.length > 0) {
      const body = Object.fromEntries(
        projectFields.map((field) => [field, fields[field] === '' ? null : fields[field]]),
      );
      const title = fields.title;
      const result = await this.#app.api.call(this.#account, 'projects.update', {
        params: { project: this.#id },
        body: { ...body, ...(projectFields.includes('title') && { title }) },
        ...this.#createHeaders(),
      });
      if (!result.ok) return result;
      this.#applyAnswer(result.body.data, this.#production);
    }
    const productionFields = changedFields.filter((field) => !(PROJECT_FIELDS as readonly string[]).includes(field));
    if (productionFields.length === 0) return { ok: true };
    const values: Record<string, unknown> = {
      ...fields,
      tags: splitTags(fields.tags),
      publish_at: fields.publish_at === '' ? null : fields.publish_at,
      thumbnail_text: fields.thumbnail_text === '' ? null : fields.thumbnail_text,
    };
    return this.#sendProduction(
      Object.fromEntries(productionFields.map((field) => [field, values[field]])) as ProductionBody,
    );
  }

  async #sendProduction(body: ProductionBody): Promise<SendResult> {
    const result = await this.#app.api.call(this.#account, 'projects.production.update', {
      params: { project: this.#id },
      body,
      ...this.#createHeaders(),
    });
    if (!result.ok) return result;
    if (this.#project) this.#applyAnswer({ ...this.#project, revision: result.body.meta.revision }, result.body.data);
    return { ok: true };
  }

  /** Applies the answer of a write to the fields that were not changed meanwhile. */
  #applyAnswer(project: Project, production: Production | null): void {
    this.#project = project;
    if (!production) return;
    this.#production = production;
    const theirs = readFields(project, production);
    this.#fields = mergeFields(this.#base, this.#fields, theirs).fields;
    this.#base = theirs;
    this.#saveDraft();
  }

  /** Reads the current values after a conflict and merges them with local changes. */
  async #reload(): Promise<boolean> {
    const { api } = this.#app;
    const params = { project: this.#id };
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const project = await api.call(this.#account, 'projects.get', { params });
      const production = await api.call(this.#account, 'projects.production.get', { params });
      if (!project.ok || !production.ok) return false;
      // Changed between the two reads, so they do not match.
      if (project.body.data.revision !== production.body.meta.revision) continue;
      this.#rebase(project.body.data, production.body.data);
      return true;
    }
    return false;
  }

  /** Replaces the values read before and merges local changes into the new ones. */
  #rebase(project: Project, production: Production): void {
    const [base, fields] = [this.#base, this.#fields];
    this.#project = project;
    this.#production = production;
    this.#base = readFields(project, production);
    this.#merge(base, fields);
  }

  #merge(base: ProjectFields, mine: ProjectFields): void {
    const theirs = this.#base;
    const { fields, conflicting } = mergeFields(base, mine, theirs);
    this.#fields = fields;
    this.#conflicts = conflicting.map((field) => ({ field, mine: mine[field], theirs: theirs[field] }));
    this.#saveDraft();
  }

  #saveDraft(): void {
    if (this.unsaved) this.#draft?.change({ base: this.#base, fields: this.#fields });
    else void this.#draft?.clear();
  }

  #getChangedFields(): FieldName[] {
    return (Object.keys(this.#base) as FieldName[]).filter((field) => this.#fields[field] !== this.#base[field]);
  }

  #fail(failure: ApiFailure): false {
    this.#errors = failure.kind === 'refused' ? failure.error.fields : {};
    this.#failure = Object.keys(this.#errors).length === 0 ? failure : null;
    return false;
  }

  #enqueue(write: () => Promise<boolean>): Promise<boolean> {
    return this.#limit(async () => {
      this.#isSaving = true;
      this.#failure = null;
      try {
        return await write();
      } finally {
        this.#isSaving = false;
        // Lists must reload: the person may have left this page before the write was answered.
        this.#app.cache.invalidate(this.#account, 'projects');
      }
    });
  }

  #createHeaders() {
    return { idempotencyKey: crypto.randomUUID(), ifMatch: `"${this.#project?.revision ?? ''}"` };
  }
}

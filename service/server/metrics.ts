/** Counts requests and jobs of a server, for Prometheus. */
import { createHash, timingSafeEqual } from 'node:crypto';

import { Hono } from 'hono';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import { isLoopback } from '#contract/loopback.ts';

import { Failure } from '../domain/call.ts';
import { getBearer } from '../http/access.ts';
import type { AnsweredRequest } from '../http/answered.ts';
import type { Environment } from '../http/environment.ts';
import type { Store } from '../store/store.ts';

/** Buckets for the usual response times, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const JOBS_QUERY = `
  select kind, case when lease_until is null then 'waiting' else 'running' end as state, count(*)::int as jobs
  from jobs where finished_at is null group by 1, 2`;

export interface MetricsOptions {
  readonly store: Store;
  readonly version: string;
  /** The token that each request for the metrics needs; if null, only this computer gets them. */
  readonly token: string | null;
  /** Returns when the certificate in use expires, or null if a proxy has it. */
  getExpiry(): Date | null;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export class ServerMetrics {
  readonly #registry = new Registry();
  readonly #options: MetricsOptions;
  readonly #requests: Counter<'operation' | 'method' | 'status'>;
  readonly #duration: Histogram<'surface'>;

  constructor(options: MetricsOptions) {
    this.#options = options;
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Counter({
      name: 'cutaway_http_requests_total',
      help: 'Requests answered.',
      labelNames: ['operation', 'method', 'status'],
      registers,
    });
    this.#duration = new Histogram({
      name: 'cutaway_http_request_duration_seconds',
      help: 'Time to the first byte of the response.',
      labelNames: ['surface'],
      buckets: BUCKETS,
      registers,
    });
    new Gauge({
      name: 'cutaway_build_info',
      help: 'Is 1; the label is the version.',
      labelNames: ['version'],
      registers,
    }).set({ version: options.version }, 1);
    this.#addJobs(registers);
    this.#addCertificate(registers);
  }

  #addJobs(registers: Registry[]): void {
    const { store } = this.#options;
    new Gauge({
      name: 'cutaway_jobs',
      help: 'Background jobs that are not finished, of all servers on the database.',
      labelNames: ['kind', 'state'],
      registers,
      async collect() {
        this.reset();
        const { rows } = await store.query(JOBS_QUERY, []);
        for (const { kind, state, jobs } of rows) this.set({ kind: String(kind), state: String(state) }, Number(jobs));
      },
    });
  }

  #addCertificate(registers: Registry[]): void {
    const { getExpiry } = this.#options;
    if (getExpiry() === null) return;
    new Gauge({
      name: 'cutaway_certificate_expires_seconds',
      help: 'When the TLS certificate expires, in Unix seconds.',
      registers,
      collect() {
        this.set((getExpiry()?.getTime() ?? 0) / 1000);
      },
    });
  }

  countRequest({ operation, method, path, status, milliseconds }: AnsweredRequest): void {
    this.#requests.inc({ operation: operation ?? 'other', method, status });
    const surface = path.startsWith('/api/') ? 'api' : path.startsWith('/local/') ? 'local' : 'other';
    this.#duration.observe({ surface }, milliseconds / 1000);
  }

  /** Serves `/metrics`; answers "not found" to anyone without access. */
  createRoutes(): Hono<Environment> {
    const { token } = this.#options;
    const app = new Hono<Environment>();
    app.get('/metrics', async (context) => {
      const isLocal =
        isLoopback(context.env.incoming.socket.remoteAddress ?? '') && !context.req.header('x-forwarded-for');
      const isAllowed = token === null ? isLocal : timingSafeEqual(digest(getBearer(context) ?? ''), digest(token));
      if (!isAllowed) throw new Failure('not_found');
      return context.body(await this.#registry.metrics(), 200, { 'Content-Type': this.#registry.contentType });
    });
    return app;
  }
}

CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"run_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"fence" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"cancel_requested_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "jobs_waiting" ON "jobs" USING btree ("kind","run_at") WHERE "jobs"."finished_at" is null;--> statement-breakpoint
DO $$ BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    EXECUTE 'INSERT INTO jobs (id, kind, payload, created_at, run_at, fence, attempts, cancel_requested_at)
      SELECT j.id, j.name, j.data, j.created_on, j.start_after, coalesce(l.fence, 0), coalesce(l.attempts, 0), l.cancel_requested_at
      FROM pgboss.job j LEFT JOIN job_leases l ON l.job_id = j.id
      WHERE j.state < ''completed'' AND l.finished_at IS NULL AND j.data IS NOT NULL AND j.name NOT LIKE ''\_\_%''';
    EXECUTE 'DROP SCHEMA pgboss CASCADE';
  END IF;
END $$;
--> statement-breakpoint
DROP TABLE "job_leases" CASCADE;

ALTER TABLE "tokens" ADD COLUMN "made_with" integer;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_made_with_tokens_id_fk" FOREIGN KEY ("made_with") REFERENCES "public"."tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "project_tasks" SET "due_at" = greatest(least("due_at", '9999-12-31 23:59:59.999+00'), '1900-01-01 00:00:00+00') WHERE "due_at" NOT BETWEEN '1900-01-01 00:00:00+00' AND '9999-12-31 23:59:59.999+00';--> statement-breakpoint
UPDATE "project_production" SET "publish_at" = greatest(least("publish_at", '9999-12-31 23:59:59.999+00'), '1900-01-01 00:00:00+00') WHERE "publish_at" NOT BETWEEN '1900-01-01 00:00:00+00' AND '9999-12-31 23:59:59.999+00';

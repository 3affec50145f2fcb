ALTER TABLE "project_attachments" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "project_attachments" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "project_attachments" ADD COLUMN "uploaded_bytes" integer;--> statement-breakpoint
ALTER TABLE "project_attachments" ADD COLUMN "added_by" integer;--> statement-breakpoint
ALTER TABLE "project_attachments" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "project_attachments" ADD CONSTRAINT "project_attachments_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "ideas" ADD COLUMN "rating" integer;--> statement-breakpoint
ALTER TABLE "ideas" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "ideas" ADD COLUMN "rejection_reason" text;--> statement-breakpoint
ALTER TABLE "ideas" ADD COLUMN "evidence" jsonb;
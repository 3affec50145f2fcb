ALTER TABLE "platform_providers" ADD COLUMN "daily_limit" integer;--> statement-breakpoint
ALTER TABLE "platform_providers" ADD COLUMN "units_used" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "platform_providers" ADD COLUMN "units_reset_at" timestamp (3) with time zone;
DROP TABLE "thumbnail_callbacks" CASCADE;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "secret" text;
CREATE TABLE "voice_receipts" (
	"hash" text PRIMARY KEY NOT NULL,
	"team_id" integer NOT NULL,
	"channel_id" integer NOT NULL,
	"intent" text NOT NULL,
	"voice_id" uuid NOT NULL,
	"name" text NOT NULL,
	"checksum" text NOT NULL,
	"expected_revision" integer,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DELETE FROM "idempotency_keys";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "user_id" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_team_id_operation_key_pk";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_team_id_user_id_operation_key_pk" PRIMARY KEY("team_id","user_id","operation","key");--> statement-breakpoint
ALTER TABLE "voice_receipts" ADD CONSTRAINT "voice_receipts_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voice_receipts_age" ON "voice_receipts" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;

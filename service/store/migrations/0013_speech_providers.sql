CREATE TABLE "speech_providers" (
	"team_id" integer PRIMARY KEY NOT NULL,
	"base_url" text NOT NULL,
	"model" text NOT NULL,
	"voice" text NOT NULL,
	"key_ref" text
);
--> statement-breakpoint
ALTER TABLE "speech_providers" ADD CONSTRAINT "speech_providers_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;
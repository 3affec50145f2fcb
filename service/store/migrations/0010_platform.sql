CREATE TABLE "platform_providers" (
	"team_id" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key_ref" text
);
--> statement-breakpoint
ALTER TABLE "platform_providers" ADD CONSTRAINT "platform_providers_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;
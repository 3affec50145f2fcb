CREATE TABLE "text_vectors" (
	"team_id" integer NOT NULL,
	"model" text NOT NULL,
	"text_hash" text NOT NULL,
	"vector" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "text_vectors_team_id_model_text_hash_pk" PRIMARY KEY("team_id","model","text_hash")
);
--> statement-breakpoint
ALTER TABLE "model_providers" ADD COLUMN "embedding_model" text;--> statement-breakpoint
ALTER TABLE "text_vectors" ADD CONSTRAINT "text_vectors_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "text_vectors_team_id_created_at_index" ON "text_vectors" USING btree ("team_id","created_at");
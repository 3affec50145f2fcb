CREATE TABLE "board_compositions" (
	"id" uuid NOT NULL,
	"team_id" integer NOT NULL,
	"board_id" integer NOT NULL,
	"name" text NOT NULL,
	"drawing" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "board_compositions_board_id_id_pk" PRIMARY KEY("board_id","id")
);
--> statement-breakpoint
ALTER TABLE "board_compositions" ADD CONSTRAINT "board_compositions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_compositions" ADD CONSTRAINT "board_compositions_board_id_boards_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."boards"("id") ON DELETE cascade ON UPDATE no action;
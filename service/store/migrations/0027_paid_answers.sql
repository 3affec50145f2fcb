CREATE TABLE "paid_answers" (
	"work" text NOT NULL,
	"part" text NOT NULL,
	"answer" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "paid_answers_work_part_pk" PRIMARY KEY("work","part")
);

CREATE TABLE "sealed_secrets" (
	"service" text NOT NULL,
	"account" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	CONSTRAINT "sealed_secrets_service_account_pk" PRIMARY KEY("service","account")
);

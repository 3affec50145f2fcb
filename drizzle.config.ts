import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate --name what_changed` writes the next migration from the schema. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './service/store/schema-team.ts',
    './service/store/schema.ts',
    './service/store/schema-agent-runs.ts',
    './service/store/schema-thumbnails.ts',
    './service/store/schema-projects.ts',
    './service/store/schema-webhooks.ts',
    './service/store/schema-connections.ts',
    './service/store/schema-videos.ts',
    './service/store/schema-paid-answers.ts',
  ],
  out: './service/store/migrations',
});

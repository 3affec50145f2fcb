import { eq, sql } from 'drizzle-orm';

import { reachScript } from '../access.ts';
import type { Handlers } from '../call.ts';
import { toScriptContent } from './script-view.ts';
import type { Services } from '../services.ts';
import { scripts } from '../../store/schema.ts';

/** Returns whether a text differs from the stored one; sending the stored text again is allowed with any version. */
function isChanged(text: string | undefined, storedText: string): text is string {
  return text !== undefined && text !== storedText;
}

export function createContentHandlers({
  store,
}: Services): Pick<Handlers, 'local.content.put' | 'local.scripts.voice'> {
  return {
    'local.scripts.voice': async ({ principal, params, fail }) => {
      const failNotFound = (_: 'script_not_found' | 'script_forbidden') => fail('script_not_found');
      const { voice_id } = await reachScript(store.db, { principal, fail: failNotFound }, params.id);
      return { status: 200, body: { success: true, data: { voice_id } } };
    },
    'local.content.put': async ({ principal, params, body, fail }) => {
      const data = await store.transaction(async (tx) => {
        const failNotFound = (_: 'script_not_found' | 'script_forbidden') => fail('script_not_found');
        const script = await reachScript(tx, { principal, fail: failNotFound }, params.id, true);
        const outline = isChanged(body.outline, script.outline) ? body.outline : null;
        const text = isChanged(body.script, script.body) ? body.script : null;
        const isStale =
          (outline !== null && body.outline_version !== script.outline_version) ||
          (text !== null && body.content_version !== script.content_version);
        if (isStale) {
          const { outline_version, content_version } = script;
          throw fail('content_conflict', { extras: { outline_version, content_version } });
        }
        if (outline === null && text === null) return toScriptContent(script);
        const [updatedRow] = await tx
          .update(scripts)
          .set({
            ...(outline !== null && { outline, outline_version: sql`${scripts.outline_version} + 1` }),
            ...(text !== null && { body: text, content_version: sql`${scripts.content_version} + 1` }),
            ...(script.production_status === 'planning' && { production_status: 'scripting' }),
          })
          .where(eq(scripts.id, script.id))
          .returning();
        if (!updatedRow) throw fail('script_not_found');
        return toScriptContent(updatedRow);
      });
      return { status: 200, body: { success: true, data } };
    },
  };
}

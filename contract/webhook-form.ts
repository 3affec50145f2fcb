/** The chat services that take only messages in a form of their own from a webhook. */
export type ChatService = 'slack' | 'discord';

const CHAT_HOSTS: readonly (readonly [ChatService, host: RegExp, path: RegExp])[] = [
  ['slack', /^hooks\.slack(-gov)?\.com$/, /^\/services\//],
  // Discord takes Slack's and GitHub's forms too, at addresses that end so.
  ['discord', /^((canary|ptb)\.)?discord(app)?\.com$/, /^\/api\/(v\d+\/)?webhooks\/\d+\/[^/]+\/?$/],
];

/** Returns null for receivers of the API's own JSON. */
export function getChatService(url: string): ChatService | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  return CHAT_HOSTS.find(([, host, path]) => host.test(hostname) && path.test(pathname))?.[0] ?? null;
}

/**
 * Gives each model a key, because a model on this computer without one writes for free. The service forgets keys at
 * each start.
 */
export async function giveModelKey({ base_url, token }: { base_url: string; token: string }): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const { data } = (await (await fetch(`${base_url}/local/v1/model-providers`, { headers })).json()) as {
    data: { id: number }[];
  };
  for (const { id } of data) {
    const body = JSON.stringify({ api_key: 'key' });
    await fetch(`${base_url}/local/v1/model-providers/${id}`, { method: 'PATCH', headers, body });
  }
}

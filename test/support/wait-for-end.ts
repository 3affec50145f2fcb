/** Reads until the status is no longer that of work under way, and returns what was read last. */
export async function waitForEnd<State extends { readonly status: string }>(
  read: () => Promise<State>,
): Promise<State> {
  for (;;) {
    const state = await read();
    if (!['queued', 'pending', 'running'].includes(state.status)) return state;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Reads until the work is no longer running, and returns the last answer. */
export async function waitForEnd<State extends { readonly status: string }>(
  read: () => Promise<State>,
): Promise<State> {
  for (;;) {
    const state = await read();
    if (!['queued', 'pending', 'running'].includes(state.status)) return state;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

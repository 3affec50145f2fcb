/** Says when an editor has the focus and a frame was made with it: milliseconds since the navigation began. */
export function focused(hasFocus: () => boolean): void {
  const look = () => {
    if (!hasFocus()) requestAnimationFrame(look);
    else
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => Object.assign(window, { focusedAt: performance.now() });
        channel.port2.postMessage(null);
      });
  };
  look();
}

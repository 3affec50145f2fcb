/** Reports when an editor has the focus and a frame has been drawn with it, in milliseconds since navigation start. */
export function reportFocus(hasFocus: () => boolean): void {
  const check = () => {
    if (!hasFocus()) requestAnimationFrame(check);
    else
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => Object.assign(window, { focusedAt: performance.now() });
        channel.port2.postMessage(null);
      });
  };
  check();
}

const times: number[] = [];

/** Measures from the key event's own time to the end of the next frame. */
addEventListener(
  'keydown',
  (event) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => times.push(performance.now() - event.timeStamp);
      channel.port2.postMessage(null);
    });
  },
  true,
);

Object.assign(window, { takeTimes: () => times.splice(0) });

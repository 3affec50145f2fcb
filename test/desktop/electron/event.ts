/** Creates an event that a listener can prevent, with Electron's two members for it. */
export function createPreventable<Details extends object>(details?: Details) {
  const event = {
    ...(details as Details),
    defaultPrevented: false,
    preventDefault(): void {
      event.defaultPrevented = true;
    },
  };
  return event;
}

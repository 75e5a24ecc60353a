/** Channel between the tabs of this browser, by name. */
export type Channel<Message> = {
  readonly post: (message: Message) => void;
  /** Calls the listener with what other tabs post, until the returned function is called. */
  readonly listen: (listener: (message: Message) => void) => () => void;
  readonly close: () => void;
};

function open(name: string): BroadcastChannel | null {
  try {
    return new window.BroadcastChannel(name);
  } catch {
    // Missing, or blocked with the site's data.
    return null;
  }
}

/** Opens a channel. Where the browser has none, nothing is sent or received. */
export function openChannel<Message>(name: string): Channel<Message> {
  const channel = open(name);
  return {
    post(message) {
      try {
        channel?.postMessage(message);
      } catch {
        // Blocked since: the other tabs find out from the server.
      }
    },
    listen(listener) {
      const onMessage = ({ data }: MessageEvent<Message>) => listener(data);
      channel?.addEventListener('message', onMessage);
      return () => channel?.removeEventListener('message', onMessage);
    },
    close: () => channel?.close(),
  };
}

/** Sends a message to every listener of a channel, in this tab and in all others. */
export function broadcast(channel: string, message: unknown = null): void {
  const sender = new BroadcastChannel(channel);
  sender.postMessage(message);
  sender.close();
}

/** Listens to a channel; returns a function that stops it. */
export function onBroadcast(channel: string, listener: (message: unknown) => void): () => void {
  const receiver = new BroadcastChannel(channel);
  receiver.addEventListener('message', ({ data }) => listener(data));
  return () => receiver.close();
}

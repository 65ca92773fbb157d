import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import type { LiveRegistration } from '#contract/entities/live-registration';

/** A connection that carries the texts of a recorder to the server. */
export interface LiveConnection {
  readonly send: (text: string) => void;
  readonly close: () => void;
  /** Closes without waiting for the other side, which may not be reached any more. */
  readonly drop: () => void;
  /** Bytes that wait to be sent. */
  readonly waiting: () => number;
}

interface ConnectionListener {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  /** Called once. `code` is that of a WebSocket; null for TCP. */
  readonly onClose: (code: number | null) => void;
}

/** Connects to where the server says that live data are published: a WebSocket, or TCP with a message in each line. */
export function connectLive(publish: LiveRegistration['publish'], listener: ConnectionListener): LiveConnection {
  return publish.transport === 'ws' ? connectSocket(publish.url, listener) : connectTcp(publish, listener);
}

function connectSocket(url: string, { onOpen, onText, onClose }: ConnectionListener): LiveConnection {
  const socket = new WebSocket(url);
  // A failed connection is closed as well.
  socket.on('error', () => undefined);
  socket.once('open', onOpen);
  socket.on('message', (data) => onText(data.toString()));
  socket.once('close', onClose);
  return {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    drop: () => socket.terminate(),
    waiting: () => socket.bufferedAmount,
  };
}

function connectTcp(
  { host, port }: { readonly host: string; readonly port: number },
  { onOpen, onText, onClose }: ConnectionListener,
): LiveConnection {
  const socket = connect({ host, port });
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.once('connect', onOpen);
  const lines = createInterface({ input: socket });
  // The lines report an error of the socket too.
  lines.on('error', () => undefined);
  lines.on('line', onText);
  socket.once('close', () => onClose(null));
  return {
    send: (text) => {
      if (socket.writable) socket.write(`${text}\n`);
    },
    close: () => socket.destroySoon(),
    drop: () => socket.destroy(),
    waiting: () => socket.writableLength,
  };
}

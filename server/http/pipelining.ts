import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  /** The response in progress, or the last one. */
  current: ServerResponse;
  readonly waiting: { readonly request: IncomingMessage; readonly response: ServerResponse }[];
}

/**
 * Handles the requests of a connection one after the other: each starts when the previous response has left this process.
 * Node parses pipelined requests at once and queues their responses in memory, so a client that reads nothing could fill
 * it. Nothing more is read from a connection while one of its requests waits. `maxWaiting` limits the waiting requests of
 * all connections; a connection that exceeds it is closed.
 */
export function limitPipelining(listener: RequestListener, maxWaiting: number): RequestListener {
  const connections = new WeakMap<Socket, Connection>();
  let waitingCount = 0;

  function open(socket: Socket, current: ServerResponse): void {
    const connection: Connection = { current, waiting: [] };
    connections.set(socket, connection);
    // Node resumes reading whenever it has read a request to its end.
    socket.on('resume', () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    socket.once('close', () => {
      waitingCount -= connection.waiting.length;
      connection.waiting.length = 0;
    });
  }

  function handleNextAfter(response: ServerResponse, socket: Socket, connection: Connection): void {
    // Through the event loop: responses from memory would keep it from all other connections.
    response.once('close', () => setImmediate(handleNext, socket, connection));
  }

  function handleNext(socket: Socket, connection: Connection): void {
    if (socket.destroyed) return;
    const next = connection.waiting.shift();
    if (next === undefined) return;
    waitingCount -= 1;
    connection.current = next.response;
    if (connection.waiting.length > 0) handleNextAfter(next.response, socket, connection);
    // The rest of its body may not have been read yet.
    else socket.resume();
    listener(next.request, next.response);
  }

  return (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined) open(socket, response);
    else if (connection.current.closed) connection.current = response;
    else {
      if (waitingCount >= maxWaiting) {
        socket.destroy();
        return;
      }
      if (connection.waiting.length === 0) handleNextAfter(connection.current, socket, connection);
      connection.waiting.push({ request, response });
      waitingCount += 1;
      socket.pause();
      return;
    }
    listener(request, response);
  };
}

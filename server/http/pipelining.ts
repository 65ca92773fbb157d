import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes that are parsed at once: at most 40 requests. Slices without a request grow, so that bodies cost little. */
const slice = { min: 1_024, max: 8_192 };

interface Connection {
  /** The response in progress, or the last one. */
  current: ServerResponse | null;
  readonly waiting: { readonly request: IncomingMessage; readonly response: ServerResponse }[];
  /** Bytes of the next slice. */
  sliceSize: number;
  /** Ends the slices; null before they begin. */
  stopSlicing: (() => void) | null;
}

/**
 * Handles the requests of a connection one after the other: each starts when the previous response has left this process.
 * Node parses all that it reads at once, 64 kB, and queues the responses to pipelined requests in memory, so a client
 * that reads nothing could fill it, and 200 of them could block the event loop for seconds. Here a connection is parsed no
 * further while one of its requests waits, and in slices. Those begin with the first client that pipelines, for all
 * connections: they cost each request some microseconds, and no browser pipelines. `maxWaiting` limits the waiting requests
 * of all connections; a connection that exceeds it is closed.
 */
export function limitPipelining(server: Server, listener: RequestListener, maxWaiting: number): Server {
  const connections = new Map<Socket, Connection>();
  let waitingCount = 0;
  let isSlicing = false;

  function open(socket: Socket): void {
    const connection: Connection = { current: null, waiting: [], sliceSize: slice.min, stopSlicing: null };
    connections.set(socket, connection);
    // Node resumes reading whenever it has read a request to its end.
    socket.on('resume', () => {
      if (connection.waiting.length > 0) socket.pause();
    });
    if (isSlicing) connection.stopSlicing = parseInSlices(socket, connection);
    socket.once('close', () => {
      connections.delete(socket);
      waitingCount -= connection.waiting.length;
      connection.waiting.length = 0;
    });
  }

  function sliceAll(): void {
    isSlicing = true;
    for (const [socket, connection] of connections) connection.stopSlicing = parseInSlices(socket, connection);
  }

  function handleUpgrade(socket: Socket): void {
    connections.get(socket)?.stopSlicing?.();
    connections.delete(socket);
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

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = connections.get(socket);
    // Node also gives the requests that it has parsed of a connection that was closed.
    if (connection === undefined || socket.destroyed) return;
    connection.sliceSize = slice.min;
    const { current, waiting } = connection;
    if (current === null || current.closed) {
      connection.current = response;
      listener(request, response);
      return;
    }
    if (waitingCount >= maxWaiting) {
      socket.destroy();
      return;
    }
    if (!isSlicing) sliceAll();
    if (waiting.length === 0) handleNextAfter(current, socket, connection);
    waiting.push({ request, response });
    waitingCount += 1;
    socket.pause();
  }

  return server
    .on('connection', open)
    .on('request', handle)
    .prependListener('upgrade', (_, socket) => handleUpgrade(socket as Socket));
}

/**
 * Gives the parser the bytes of a connection slice by slice, and none while a request waits. Returns a function that ends this.
 */
function parseInSlices(socket: Socket, connection: Pick<Connection, 'waiting' | 'sliceSize'>): () => void {
  const [parse] = socket.listeners('data');
  if (parse === undefined) throw new Error('the HTTP server does not read its connections');
  let rest: Buffer | null = null;
  let isEnded = false;

  const parseSlices = (chunk: Buffer) => {
    rest = null;
    for (let start = 0; start < chunk.length; ) {
      // Node itself pauses a connection whose responses are not read, and resumes one that this module has paused.
      if (connection.waiting.length > 0 || socket.isPaused()) {
        rest = chunk.subarray(start);
        return;
      }
      const end = start + connection.sliceSize;
      connection.sliceSize = Math.min(slice.max, connection.sliceSize * 2);
      parse.call(socket, chunk.subarray(start, end));
      start = end;
      // A client sends nothing between the request for another protocol and its answer.
      if (isEnded && start < chunk.length) socket.destroy();
      if (isEnded || socket.writableEnded || socket.destroyed) return;
    }
  };
  const parseNext = (chunk: Buffer) => parseSlices(rest === null ? chunk : Buffer.concat([rest, chunk]));
  const parseRest = () => {
    if (rest !== null) parseSlices(rest);
  };
  socket.off('data', parse as () => void);
  socket.on('data', parseNext).on('resume', parseRest);
  return () => {
    isEnded = true;
    socket.off('data', parseNext).off('resume', parseRest);
  };
}

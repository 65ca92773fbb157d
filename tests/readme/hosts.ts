import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';

/** The hosts race.example and mail.example, with a certificate that visitors and the server trust. */
export interface Certificate {
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** Makes a certificate for the hosts of the README. */
export function createCertificate(folder: string): Certificate {
  const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const names = 'subjectAltName=DNS:race.example,DNS:mail.example';
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  const parameters = ['req', '-x509', ...key, '-out', certificateFile, '-days', '2', '-subj', '/CN=race.example'];
  execFileSync('openssl', [...parameters, '-addext', names], { stdio: 'ignore' });
  return { certificateFile, keyFile };
}

/** A mail server at the address of the README; it stores its mails. */
export class MailServer {
  readonly #server: SMTPServer;
  readonly #mails: string[] = [];
  #arrived: () => void = () => undefined;

  constructor({ certificateFile, keyFile }: Certificate) {
    this.#server = new SMTPServer({
      secure: true,
      cert: readFileSync(certificateFile),
      key: readFileSync(keyFile),
      onAuth: ({ username, password }, _, done) =>
        username === 'pitboard' && password === 'secret' ? done(null, { user: username }) : done(new Error('refused')),
      onData: (stream, _, done) => {
        let mail = '';
        stream.on('data', (chunk: Buffer) => (mail += chunk.toString()));
        stream.on('end', () => {
          this.#mails.push(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='));
          this.#arrived();
          done();
        });
      },
    });
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(465, '127.0.0.1', () => resolve()));
  }

  /** The first mail to an address, once it is there. @throws when none comes in 20 s. */
  async mailTo(address: string): Promise<string> {
    const isOver = AbortSignal.timeout(20_000);
    for (;;) {
      const found = this.#mails.find((mail) => mail.includes(`To: ${address}`));
      if (found !== undefined) return found;
      await new Promise<void>((resolve, reject) => {
        this.#arrived = resolve;
        isOver.addEventListener('abort', () => reject(new Error(`no mail came to ${address}`)), { once: true });
      });
    }
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** A visitor of race.example, with an address of the network of these tests. */
export interface Visitor {
  readonly address: string;
  /** The certificate that the visitor trusts. */
  readonly ca: Buffer;
}

interface Call {
  readonly token?: string | undefined;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes a request through the proxy. */
export function visit({ address, ca }: Visitor, path: string, { token, body, headers }: Call = {}) {
  const url = new URL(path, 'https://race.example');
  const options = {
    method: body === undefined ? 'GET' : 'POST',
    ca,
    localAddress: address,
    agent: false,
    timeout: 30_000,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  } as const;
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(url, options, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('timeout', () => sent.destroy(new Error(`${path}: no answer`)));
    sent.on('error', reject);
    sent.end(body);
  });
}

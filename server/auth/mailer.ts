import { createTransport } from 'nodemailer';
import { fieldsOf } from '#contract/fields-of';

/** A mail. The outbox page shows `link` and `code` separately from the text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly link: string | null;
  readonly code: string;
}

/** A mail in the outbox. */
export interface StoredMail extends Mail {
  /** ISO 8601. */
  readonly at: string;
}

/** Sends mails in the background, so that the response time does not show whether an address has an account. */
export interface Mailer {
  /** False without a mail server and outbox. */
  readonly isAvailable: boolean;
  readonly send: (mail: Mail) => void;
  /** Mails that were not sent, newest first; null when a mail server is configured. */
  readonly outbox: () => readonly StoredMail[] | null;
  /** Waits for mails that are being sent. */
  readonly close: () => Promise<void>;
}

interface MailerSettings {
  readonly smtpUrl: string | null;
  /** Without a mail server, mails are shown on this machine. */
  readonly hasOutbox: boolean;
  readonly from: string;
  readonly now: () => Date;
  readonly log: { readonly info: (text: string) => void; readonly error: (about: object, text: string) => void };
}

const maxStored = 100;

/** Sends by SMTP when a server is configured. Otherwise it stores mails in memory, for development, or sends none. */
export function createMailer({ smtpUrl, hasOutbox, from, now, log }: MailerSettings): Mailer {
  if (smtpUrl !== null) return createSmtpMailer(smtpUrl, from, log);
  return hasOutbox ? createOutbox(now, log) : noMailer;
}

const noMailer: Mailer = {
  isAvailable: false,
  send: () => undefined,
  outbox: () => null,
  close: async () => undefined,
};

function createOutbox(now: () => Date, log: MailerSettings['log']): Mailer {
  const stored: StoredMail[] = [];
  return {
    isAvailable: true,
    send: (mail) => {
      stored.unshift({ ...mail, at: now().toISOString() });
      stored.length = Math.min(stored.length, maxStored);
      log.info(`mail to ${mail.to}: ${mail.subject}: ${mail.link ?? mail.code}`);
    },
    outbox: () => stored,
    close: async () => undefined,
  };
}

/** Adds timeouts, so that a mail server that does not respond cannot delay shutdown. Parameters of the URL win. */
function withTimeouts(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const timeouts = { connectionTimeout: '10000', greetingTimeout: '10000', socketTimeout: '20000' };
  for (const [name, value] of Object.entries(timeouts))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  return url.href;
}

function createSmtpMailer(smtpUrl: string, from: string, log: MailerSettings['log']): Mailer {
  const transport = createTransport(withTimeouts(smtpUrl), { from });
  const inProgress = new Set<Promise<unknown>>();
  return {
    isAvailable: true,
    send: ({ to, subject, text }) => {
      const sending: Promise<unknown> = transport
        .sendMail({ to, subject, text, disableFileAccess: true, disableUrlAccess: true })
        // These fields contain the address and the server's response, not the text of the mail.
        .catch((error: unknown) =>
          log.error({ code: fieldsOf(error).code, response: fieldsOf(error).response }, 'sending a mail failed'),
        )
        .finally(() => inProgress.delete(sending));
      inProgress.add(sending);
    },
    outbox: () => null,
    close: async () => {
      await Promise.allSettled(inProgress);
      transport.close();
    },
  };
}

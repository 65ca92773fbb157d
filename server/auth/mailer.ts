import { fieldsOf } from '#contract/json/fields-of';
import { explainMailFault, type MailFault, openMailServer } from './smtp.ts';

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

/** Whether the mail server has taken a mail; `notAnswered`: it may have. */
export type Delivered =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'notSent' | 'notAnswered'; readonly code: string };

const taken: Delivered = { kind: 'answered', status: 250 };

/** Sends mails in the background, so that the response time does not show whether an address has an account. */
export interface Mailer {
  /** False without a mail server and outbox. */
  readonly isAvailable: boolean;
  readonly send: (mail: Mail) => void;
  /** Sends a mail and waits for the mail server. */
  readonly deliver: (mail: Mail) => Promise<Delivered>;
  /** Mails that the mail server did not take. */
  readonly failures: () => number;
  /** Tries the mail server; null when it can be used, and without one. */
  readonly check: () => Promise<MailFault | null>;
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

const nothingFails = { failures: () => 0, check: async () => null };

const noMailer: Mailer = {
  ...nothingFails,
  isAvailable: false,
  send: () => undefined,
  deliver: async () => ({ kind: 'notSent', code: 'This server sends no e-mails.' }),
  outbox: () => null,
  close: async () => undefined,
};

function createOutbox(now: () => Date, log: MailerSettings['log']): Mailer {
  const stored: StoredMail[] = [];
  const send = (mail: Mail) => {
    stored.unshift({ ...mail, at: now().toISOString() });
    stored.length = Math.min(stored.length, maxStored);
    log.info(`mail to ${mail.to}: ${mail.subject}: ${mail.link ?? mail.code}`);
  };
  return {
    ...nothingFails,
    isAvailable: true,
    send,
    deliver: async (mail) => {
      send(mail);
      return taken;
    },
    outbox: () => stored,
    close: async () => undefined,
  };
}

function createSmtpMailer(smtpUrl: string, from: string, log: MailerSettings['log']): Mailer {
  const server = openMailServer(smtpUrl, from);
  const inProgress = new Set<Promise<unknown>>();
  let failures = 0;
  const deliver = (mail: Mail): Promise<Delivered> => {
    const sending: Promise<Delivered> = server
      .send(mail)
      .then(
        () => taken,
        (error: unknown): Delivered => {
          failures += 1;
          const { reason, said } = explainMailFault(error);
          log.error({ said }, `a mail was not sent: ${reason}`);
          // After its text, a mail server without an answer may have taken it.
          const { command, responseCode } = fieldsOf(error);
          return { kind: command === 'DATA' && responseCode === undefined ? 'notAnswered' : 'notSent', code: reason };
        },
      )
      .finally(() => inProgress.delete(sending));
    inProgress.add(sending);
    return sending;
  };
  return {
    isAvailable: true,
    send: (mail) => void deliver(mail),
    deliver,
    failures: () => failures,
    check: () =>
      server.check().then(
        () => null,
        (error: unknown) => explainMailFault(error),
      ),
    outbox: () => null,
    close: async () => {
      await Promise.allSettled(inProgress);
      server.close();
    },
  };
}

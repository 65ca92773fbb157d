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

/** Sends mails in the background, so that the response time does not show whether an address has an account. */
export interface Mailer {
  /** False without a mail server and outbox. */
  readonly isAvailable: boolean;
  readonly send: (mail: Mail) => void;
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
  outbox: () => null,
  close: async () => undefined,
};

function createOutbox(now: () => Date, log: MailerSettings['log']): Mailer {
  const stored: StoredMail[] = [];
  return {
    ...nothingFails,
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

function createSmtpMailer(smtpUrl: string, from: string, log: MailerSettings['log']): Mailer {
  const server = openMailServer(smtpUrl, from);
  const inProgress = new Set<Promise<unknown>>();
  let failures = 0;
  return {
    isAvailable: true,
    send: (mail) => {
      const sending: Promise<unknown> = server
        .send(mail)
        .catch((error: unknown) => {
          failures += 1;
          const { reason, said } = explainMailFault(error);
          log.error({ said }, `a mail was not sent: ${reason}`);
        })
        .finally(() => inProgress.delete(sending));
      inProgress.add(sending);
    },
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

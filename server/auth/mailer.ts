import { createTransport } from 'nodemailer';

/** A mail as it is written; `link` and `code` are what the outbox page shows large. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly link: string | null;
  readonly code: string;
}

/** A mail that was not sent, with its time. */
export interface KeptMail extends Mail {
  readonly at: string;
}

/** Sends mails after the answer has gone out: how long it takes tells nobody whether an address is known. */
export interface Mailer {
  readonly send: (mail: Mail) => void;
  /** Mails that nobody sends, newest first; null where they are sent. */
  readonly outbox: () => readonly KeptMail[] | null;
  /** Waits for what is on its way. */
  readonly close: () => Promise<void>;
}

interface MailerSettings {
  readonly smtpUrl: string | null;
  readonly from: string;
  readonly now: () => Date;
  readonly log: { readonly info: (text: string) => void; readonly error: (about: object, text: string) => void };
}

const mostKept = 100;

/** By SMTP where an address for it is set, else into an outbox in memory, for development. */
export function createMailer({ smtpUrl, from, now, log }: MailerSettings): Mailer {
  return smtpUrl === null ? outboxMailer(now, log) : smtpMailer(smtpUrl, from, log);
}

function outboxMailer(now: () => Date, log: MailerSettings['log']): Mailer {
  const kept: KeptMail[] = [];
  return {
    send: (mail) => {
      kept.unshift({ ...mail, at: now().toISOString() });
      kept.length = Math.min(kept.length, mostKept);
      log.info(`mail to ${mail.to}: ${mail.subject}: ${mail.link ?? mail.code}`);
    },
    outbox: () => kept,
    close: async () => undefined,
  };
}

/** A mail server that does not answer must not hold up the end of this one for minutes; what the address says wins. */
function withPatience(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const patience = { connectionTimeout: '10000', greetingTimeout: '10000', socketTimeout: '20000' };
  for (const [name, value] of Object.entries(patience))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  return url.href;
}

function smtpMailer(smtpUrl: string, from: string, log: MailerSettings['log']): Mailer {
  const transport = createTransport(withPatience(smtpUrl), { from });
  const underWay = new Set<Promise<unknown>>();
  return {
    send: ({ to, subject, text }) => {
      const sending: Promise<unknown> = transport
        .sendMail({ to, subject, text, disableFileAccess: true, disableUrlAccess: true })
        // Nodemailer's errors name the address and the server's words, not the text of the mail.
        .catch((error: unknown) =>
          log.error({ code: Object(error).code, said: Object(error).response }, 'a mail failed'),
        )
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    outbox: () => null,
    close: async () => {
      await Promise.allSettled(underWay);
      transport.close();
    },
  };
}

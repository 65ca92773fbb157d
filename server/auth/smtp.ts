import { createTransport } from 'nodemailer';
import { fieldsOf } from '#contract/json/fields-of';

/** A mail server. */
export interface MailServer {
  readonly send: (mail: Readonly<Record<'to' | 'subject' | 'text', string>>) => Promise<unknown>;
  /** Connects and signs in. @throws as the mail server says. */
  readonly check: () => Promise<unknown>;
  readonly close: () => void;
}

export function openMailServer(smtpUrl: string, from: string): MailServer {
  const transport = createTransport(withTimeouts(smtpUrl), { from });
  return {
    send: ({ to, subject, text }) =>
      transport.sendMail({ to, subject, text, disableFileAccess: true, disableUrlAccess: true }),
    check: () => transport.verify(),
    close: () => transport.close(),
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

/** By the codes of nodemailer. */
const reasons: Readonly<Record<string, string>> = {
  EAUTH: 'the mail server refuses the user or the password of SMTP_URL',
  ECONNECTION: 'the mail server cannot be reached: correct host and port of SMTP_URL, or the firewall between',
  ESOCKET: 'the mail server cannot be reached: correct host and port of SMTP_URL, or the firewall between',
  EDNS: 'the host of SMTP_URL is not known',
  ETIMEDOUT: 'the mail server does not answer: correct host and port of SMTP_URL, or the firewall between',
  ETLS: 'no encrypted connection to the mail server: smtps:// is for port 465, smtp:// for 587 and 25',
  EENVELOPE: 'the mail server refuses the sender (MAIL_FROM) or the recipient',
  EMESSAGE: 'the mail server refuses the text of the mail',
};

/** Why a mail was not sent, without addresses. */
export interface MailFault {
  readonly reason: string;
  /** The reply of the mail server. */
  readonly said: string | null;
}

export function explainMailFault(error: unknown): MailFault {
  const { code, response, message } = fieldsOf(error);
  const said = response ?? message ?? null;
  return {
    reason: reasons[String(code)] ?? 'the mail server could not be used',
    said: said === null ? null : withoutAddresses(String(said)),
  };
}

function withoutAddresses(text: string): string {
  return text.replaceAll(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '(address)');
}

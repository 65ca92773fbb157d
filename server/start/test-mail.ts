import { explainMailFault, openMailServer } from '../auth/smtp.ts';
import { EnvError } from '../settings/env.ts';
import { exitWithError, OperatorError } from '../settings/operator-error.ts';
import { readEnv } from '../settings/read-env.ts';

/** The mail server did not take the mail. */
class MailRefused extends OperatorError {}

const [to] = process.argv.slice(2);
try {
  if (to === undefined || !to.includes('@')) {
    console.error('usage: npm run test-mail -- ADDRESS');
    process.exit(2);
  }
  const { smtpUrl, mailFrom } = readEnv(['PUBLIC_URL']).auth;
  if (smtpUrl === null) throw new EnvError('SMTP_URL is not set: there is no mail server to try');
  const server = openMailServer(smtpUrl, mailFrom);
  const text = 'This is a test of the mail server that Pitboard uses. If you read it, mails arrive.';
  await server.send({ to, subject: 'A test mail of Pitboard', text }).catch((error: unknown) => {
    const { reason, said } = explainMailFault(error);
    throw new MailRefused(`no mail was sent: ${reason}${said === null ? '' : `\nit said: ${said}`}`);
  });
  server.close();
  console.log(
    `the mail server has taken a mail from ${mailFrom} to ${to}: look whether it arrives, also among the spam`,
  );
} catch (error) {
  exitWithError(error);
}

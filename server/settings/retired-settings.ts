type Variables = Readonly<Record<string, string | undefined>>;

/** Settings that the release before had, with what happens now. */
const retired: Readonly<Record<string, string>> = {
  CONFIRM_EMAIL: 'SMTP_URL=off replaces CONFIRM_EMAIL=off, which still works without SMTP_URL',
  MAIL_LINK: 'links in e-mails open a page that waits for a click',
  MAILS_PER_HOUR: '300 e-mails are sent in an hour at most',
  MAIL_PAUSE: 'the same e-mail is sent once in 60 seconds at most',
  REDIRECT_URLS: 'links in e-mails lead to PUBLIC_URL and CORS_ORIGINS',
  DEMO_LIVE: 'with the demo content, a race and a qualifying always run',
  DOWNLOAD_URL: 'Download App downloads the recorder of this server',
  OPERATOR_NAME: 'OPERATOR replaces it (name; address; e-mail address); it still works without OPERATOR',
  OPERATOR_ADDRESS: 'OPERATOR replaces it (name; address; e-mail address); it still works without OPERATOR',
  OPERATOR_EMAIL: 'OPERATOR replaces it (name; address; e-mail address); it still works without OPERATOR',
  KEEP_BUILDS: 'the last 3 builds stay available to open tabs, and those of the last 14 days',
  BACKUP_EVERY: 'a backup is made every 24 hours',
  BACKUP_KEEP: 'the newest 7 backups are kept',
  SESSIONS_PER_USER: 'an account can store 2,000 sessions',
  MEGABYTES_PER_USER: 'an account can store 500 MB of sessions',
  LEAGUES_PER_USER: 'an account can have 100 leagues',
  SEASONS_PER_USER: 'an account can have 200 seasons',
  NEW_KEYS: 'a start with --new-keys accepts a new keys.json',
  LOG_LEVEL: 'the log has everything from info on',
};

/** A line for each setting in the environment that is none any more. */
export function findRetired(variables: Variables): string[] {
  return Object.entries(retired).flatMap(([name, now]) =>
    variables[name] ? [`${name} is no longer a setting of Pitboard: ${now}`] : [],
  );
}

/** The environment with those settings that still have an equivalent, as long as that is not set itself. */
export function carryOver(variables: Variables): Variables {
  const operator = ['NAME', 'ADDRESS', 'EMAIL'].map(
    (part) => variables[`OPERATOR_${part}`]?.replaceAll(';', ',') ?? '',
  );
  return {
    ...variables,
    ...(variables['OPERATOR'] || operator.join('') === '' ? {} : { OPERATOR: operator.join(';') }),
    ...(variables['SMTP_URL'] || variables['CONFIRM_EMAIL'] !== 'off' ? {} : { SMTP_URL: 'off' }),
  };
}

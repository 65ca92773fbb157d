/** Values that no host has to choose. */
const constants = {
  logLevel: 'info',
  /** Links of e-mails lead to a page that waits for a click; with `verify` they act at once. */
  mailLink: 'page' as 'page' | 'verify',
  /** Half of them are for sign-ups. */
  mailsPerHour: 300,
  /** Seconds between two mails to one address. */
  mailPause: 60,
  /** A recorded race and a recorded qualifying always run, with the demo content. */
  demoLive: true,
  /** Stands in for the push services of browsers. */
  pushOrigin: null as string | null,
  /** The builds whose files stay for open tabs, at least. */
  minBuilds: 3,
  /** Hours between two backups. */
  backupEvery: 24,
  backupKeep: 7,
  /** The most that an account can store. */
  quotas: { sessions: 2_000, bytes: 500_000_000, leagues: 100, seasons: 200 },
};

/** The constants; tests give others in the variable PITBOARD_TEST, as JSON. */
export function readConstants({ PITBOARD_TEST: others = '{}' }: { readonly PITBOARD_TEST?: string | undefined }) {
  return { ...constants, ...(JSON.parse(others) as Partial<typeof constants>) };
}

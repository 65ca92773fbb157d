import { callAs, createAccount } from '../browser/accounts.ts';
import { raceOf } from '../browser/live-site.ts';
import { portalModesOf, travelThrough } from '../browser/portal-journey.ts';
import { test } from './engine-test.ts';

for (const mode of portalModesOf('webkit')) {
  test(`behind a captive portal (${mode}) the name stays, all words agree, and every page returns by itself`, async ({
    tab,
    origin,
    network,
    record,
  }) => {
    test.setTimeout(120_000);
    const recorder = await record();
    recorder.show(raceOf());
    const account = await createAccount(origin);
    const league = await callAs(origin, account, 'POST', '/api/League', { name: 'Portal League' });
    await travelThrough(mode, { tab, network, origin, account, leagueId: league.id, liveId: recorder.id });
  });
}

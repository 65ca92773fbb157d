import { createPage } from '../engines/engine-page.ts';
import { callAs, createAccount, useOwnIpAddress } from './accounts.ts';
import { createChromiumDriver } from './chromium-driver.ts';
import { raceOf, test } from './live-site.ts';
import { portalModesOf, travelThrough } from './portal-journey.ts';

test.use({ serviceWorkers: 'allow' });

for (const mode of portalModesOf('chromium')) {
  test(`behind a captive portal (${mode}) the name stays, all words agree, and every page returns by itself`, async ({
    page,
    context,
    origin,
    network,
    record,
  }) => {
    test.setTimeout(120_000);
    await useOwnIpAddress(context);
    const recorder = await record();
    recorder.show(raceOf());
    const account = await createAccount(origin);
    const league = await callAs(origin, account, 'POST', '/api/League', { name: 'Portal League' });
    const tab = createPage(createChromiumDriver(page));
    await travelThrough(mode, { tab, network, origin, account, leagueId: league.id, liveId: recorder.id });
  });
}

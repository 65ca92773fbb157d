import { getConfig } from '#contract/calls/site';
import { type Retained, retention, retentionText } from '#contract/values/retention';
import { useRead } from '../../actors/read.tsx';
import { Operator } from './Operator.tsx';
import { TextPage } from './TextPage.tsx';

/** The privacy policy. It describes this software, and must change with it. */
export function PrivacyPage() {
  const hasAnalytics = useRead({ call: getConfig }).value?.analyticsId != null;
  return (
    <TextPage title="Privacy Policy">
      <h2>Who is responsible</h2>
      <Operator />
      <h2>Browsing without an account</h2>
      <p>
        When your browser requests a page or race data, the server uses your IP address to answer and to limit abuse. It
        keeps the address in memory for as long as the request and its rate limit last, and does not store it; servers
        that count together keep a digest of it for as long. Nothing is loaded from third parties, and nobody tracks
        you, unless you agree to it. Only of those who try to open the page of the operator is the address in the log of
        the server.
      </p>
      <h2 id="cookies">Cookies</h2>
      <p>
        {hasAnalytics
          ? 'The operator would like to count visits with Google Analytics. Only after you accept does your browser load its script and set its cookies _ga (2 years) and _gid (24 hours); your IP address and the pages you open then go to Google. If you reject it later, the cookies are deleted and nothing more is sent.'
          : 'This server doesn’t use analytics.'}{' '}
        Your choice is stored in the cookie cc_cookie for 182 days. You can change it under{' '}
        <a href="/privacy#cookies">Cookie settings</a> at the bottom of every page.
      </p>
      <h2 id="device">What is stored on your device</h2>
      <p>
        The app and the pages you open are stored on your device, so that you can open them without a network. Older
        pages are removed automatically when space runs low; what you keep offline stays until you remove it.{' '}
        <a href="/privacy#device">On this device</a> lists it. To delete all of it, clear the data of this site in your
        browser.
      </p>
      <h2>With an account</h2>
      <p>
        The server stores your e-mail address or phone number, your password as a hash that cannot be reversed, the time
        of your last login, and which devices are logged in. It sends e-mails only to you and only about your account.
        When you sign up or log in, your device stores a random text by which the server recognises it: when you confirm
        your address, and when others at your network address try passwords. If this server uses a hosted login service,
        that service stores these data, and its privacy policy applies.
      </p>
      <p>
        While you are logged in, your browser stores your session and your name, so that you stay logged in without a
        network. Logging out deletes both in every tab.
      </p>
      <p>
        Of each recorder that you connect, the server stores the name of its computer, when it was connected and last
        used, and its key as a hash that cannot be reversed. Removing the recorder in the settings deletes all of it.
        The lines of tracks that are drawn from its live races stay with your account.
      </p>
      <p>
        Of each API token that you make, the server stores its name, what it can do, when it was made and last used, and
        the token as a hash that cannot be reversed. Deleting the token in the settings deletes all of it.
      </p>
      <p>
        In the settings you can download the data stored about you, and delete your account with its profile, picture,
        leagues, seasons and sessions. Deletion takes effect immediately. A league with an admin goes to the admin who
        joined first, with your seasons in it and the sessions in those seasons.
      </p>
      <p>
        If you accept an invitation to a league, its page names you with your role until you leave it. Its owner and its
        other members see what each of them has changed in it for {retentionText('leagueLog')}, and which of its pages
        they have open to change it while they do.
      </p>
      <p>
        If you set a Discord webhook for a league, the server stores its address until you remove it, or for{' '}
        {retentionText('deletions')} after you delete the league, and shows it to nobody. Standings, results and dates
        of the league then go to Discord, with the names of its drivers, and Discord’s privacy policy applies to them.
      </p>
      <p>
        What concerns you is in your inbox here. If you turn push on for a device, the server stores its address at the
        push service of its browser, of Google, Mozilla, Microsoft or Apple, until you turn it off, log out there or
        delete your account. Messages pass that service encrypted: it sees when they are sent, not what they say.
      </p>
      <p>
        If you say which driver of a season you are, its owner sees that, and confirms or declines it. Once it is
        confirmed, the season links to your profile, and your profile shows the season, your results and the league. You
        can take it back at any time on the page of the season.
      </p>
      <h2>What is public</h2>
      <ul>
        <li>
          Uploaded sessions: driver names as shown in the game, laps, tyres, penalties and results. When a session is
          replaced, the version before is stored for {retentionText('sessionVersions')}, so that you can restore it.
        </li>
        <li>Public leagues and their seasons, with names, descriptions and links.</li>
        <li>The username and picture of the people who uploaded or own them.</li>
      </ul>
      <p>
        Race data contain the names that drivers use in the game. If you find your name in a session and want it
        removed, contact the operator.
      </p>
      <h2>Legal basis and retention</h2>
      <p>
        Race results are shown on the basis of the legitimate interest of the league and its drivers in them (Art. 6 (1)
        (f) GDPR). Uploads are kept until their owners or the operator delete them. The rest goes by itself:
      </p>
      <ul>
        {(Object.keys(retention) as Retained[]).map((name) => (
          <li key={name}>
            {retention[name].what}: after {retentionText(name)}
          </li>
        ))}
      </ul>
      <p>Backups that the operator makes have what was stored then, until they are replaced by later ones.</p>
      <h2>Your rights</h2>
      <p>
        You can ask the operator for a copy of your data, have them corrected or deleted, object to their use, receive
        them in a portable format, and complain to a data protection authority.
      </p>
    </TextPage>
  );
}

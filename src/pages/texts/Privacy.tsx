import { useRead } from '../../actors/read.tsx';
import { Operator } from './Operator.tsx';
import { TextPage } from './TextPage.tsx';

/** Privacy policy: what this software does, no more and no less. */
export function Privacy() {
  const isCounting = useRead({ name: 'getConfig' }).value?.analyticsId != null;
  return (
    <TextPage title="Privacy Policy">
      <h2>Who is responsible</h2>
      <Operator />
      <h2>Reading without an account</h2>
      <p>
        Pages and race data are sent to your browser when it asks for them. To answer and to fend off abuse the server
        handles your address for as long as the request and its rate limit last; it does not write it down. Nothing is
        loaded from third parties and nobody follows you from page to page, unless you say yes to that.
      </p>
      <h2 id="cookies">Cookies</h2>
      <p>
        {isCounting
          ? 'The operator would like to count visits with Google Analytics. Its script is loaded, and its cookies _ga (2 years) and _gid (24 hours) are set, only after you say yes; your address and what you open then go to Google. When you say no later, the cookies are deleted and nothing more is sent.'
          : 'This server counts no visits.'}{' '}
        Your choice is kept in the cookie cc_cookie for 182 days. <a href="/privacy#cookies">Cookie settings</a> are at
        the foot of every page.
      </p>
      <h2 id="device">What is stored on your device</h2>
      <p>
        The app itself and what you opened stay on your device, so that they are there without a network: the oldest
        goes first when room is short; what you mark “Keep offline” stays until you take it back. Deleting the data of
        this site in your browser deletes all of it. <a href="/privacy#device">On this device</a> lists what is here.
      </p>
      <h2>With an account</h2>
      <p>
        The server keeps your e-mail address (or phone number), your password as a hash that cannot be turned back, when
        you signed in last, and which devices are signed in. Mails go to you alone, about your account alone. If this
        server leaves signing in to a hosted service, that service keeps these things, and its own policy holds.
      </p>
      <p>
        While you are signed in, your browser keeps the session and your name, so that a race night without a network
        still knows you. Logging out takes both away, in every tab.
      </p>
      <p>
        The settings let you download what is stored about you, and delete it: account, profile, picture, leagues,
        seasons and sessions go at once.
      </p>
      <h2>What is public</h2>
      <ul>
        <li>Sessions that people upload: driver names as the game shows them, laps, tyres, penalties, results.</li>
        <li>Public leagues and their seasons, with names, descriptions and links.</li>
        <li>The username and picture of who uploaded or owns them.</li>
      </ul>
      <p>
        Race data name drivers as they call themselves in the game. Who finds their name in a session and wants it out
        writes to the operator.
      </p>
      <h2>Legal ground and duration</h2>
      <p>
        Showing race results rests on the legitimate interest of the league and its drivers in them (Art. 6 (1) f GDPR);
        what users upload is kept until they or the operator delete it.
      </p>
      <h2>Your rights</h2>
      <p>
        You may ask the operator what is stored about you, have it corrected or deleted, object to its use, take it with
        you, and complain to a data protection authority.
      </p>
    </TextPage>
  );
}

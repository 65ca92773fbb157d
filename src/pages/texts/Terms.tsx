import { TextPage } from './TextPage.tsx';

/** Terms of service. */
export function Terms() {
  return (
    <TextPage title="Terms of Service">
      <h2>What you get</h2>
      <p>
        A place for results of your races, free of charge and as it is. It may be down on a race night, and it may end;
        keep what matters to you yourself.
      </p>
      <h2>What you bring</h2>
      <p>
        Upload only recordings of sessions you took part in or may share. By uploading you let this server store them
        and show them to everybody. They stay yours, and you can delete them at any time.
      </p>
      <h2>Fair play</h2>
      <ul>
        <li>No forged results, no names or pictures that insult, threaten or belong to others.</li>
        <li>No attempts to read what is private, to flood the server or to get around its limits.</li>
      </ul>
      <p>The operator may remove content and close accounts that break these rules.</p>
      <h2>Liability</h2>
      <p>
        The operator is liable without limit for intent and gross negligence and for injury to life, body and health;
        for slight negligence only where a duty is broken that the service rests on, and then for the foreseeable
        damage.
      </p>
    </TextPage>
  );
}

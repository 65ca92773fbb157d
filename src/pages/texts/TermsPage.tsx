import { TextPage } from './TextPage.tsx';

/** The terms of service. */
export function TermsPage() {
  return (
    <TextPage title="Terms of Service">
      <h2>The service</h2>
      <p>
        Pitboard shows the results of your races, free of charge and as is. It may be unavailable on a race night, and
        it may be shut down. Keep your own copy of anything that matters to you.
      </p>
      <h2>Your content</h2>
      <p>
        Upload only recordings of sessions that you took part in or have permission to share. By uploading them you
        allow this server to store them and to show them to everyone. They remain yours, and you can delete them at any
        time.
      </p>
      <h2>Fair play</h2>
      <ul>
        <li>Do not upload forged results, or names and pictures that insult, threaten or belong to others.</li>
        <li>Do not try to read private data, to overload the server or to get around its limits.</li>
      </ul>
      <p>The operator may remove content and close accounts that break these rules.</p>
      <h2>Liability</h2>
      <p>
        The operator is liable without limitation for intent and gross negligence, and for injury to life, body or
        health. For slight negligence the operator is liable only for breach of an essential duty of this service, and
        then only for foreseeable damage.
      </p>
    </TextPage>
  );
}

import { useRead } from '../../actors/read.tsx';
import { TextPage } from './TextPage.tsx';

/** What to do with the recorder once it is downloaded; or that there is none yet (spec §1, §2). */
export function DownloadInfo() {
  const config = useRead({ name: 'getConfig' }).value;
  return (
    <TextPage title="Download App">
      {config === null ? (
        <p className="min-h-24 text-mute">Asking this server for the app.</p>
      ) : config.downloadUrl === null ? (
        <NoFile />
      ) : (
        <File url={config.downloadUrl} />
      )}
      <h2>Meanwhile: sessions that are saved already</h2>
      <p>
        Files that Pits n’ Giggles saved come in with one command, from the folder of this server’s software; the{' '}
        <a href="/faq">FAQ</a> says how.
      </p>
    </TextPage>
  );
}

function NoFile() {
  return (
    <p className="card p-4">
      This server has no app to download yet. The app that records sessions while you drive is still being built; its
      operator can offer a file of their own with DOWNLOAD_URL.
    </p>
  );
}

function File({ url }: { url: string }) {
  return (
    <>
      <p>
        Your download begins by itself. If it does not,{' '}
        <a href={url} download>
          fetch the file from here
        </a>
        .
      </p>
      <h2>What to do with it</h2>
      <ol className="grid gap-2 [&_li]:!list-decimal">
        <li>Open the file and follow its steps, on the computer that you play on or one in the same network.</li>
        <li>In the game’s settings switch telemetry on, and send it to that computer.</li>
        <li>Sign in there with the account that you use here: your sessions then show in your dashboard.</li>
      </ol>
    </>
  );
}

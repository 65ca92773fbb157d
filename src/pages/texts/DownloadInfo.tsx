import { useRead } from '../../actors/read.tsx';
import { TextPage } from './TextPage.tsx';

/** The steps after the download of the desktop app, or a note that this server offers none. */
export function DownloadInfo() {
  const config = useRead({ name: 'getConfig' }).value;
  return (
    <TextPage title="Download App">
      {config === null ? (
        <p className="min-h-24 text-mute">Looking for the download…</p>
      ) : config.downloadUrl === null ? (
        <p className="card p-4">This server doesn’t offer a desktop app yet.</p>
      ) : (
        <Instructions url={config.downloadUrl} />
      )}
      <h2>Already have saved sessions?</h2>
      <p>
        You can import the files that Pits n’ Giggles has saved. The <a href="/faq">FAQ</a> explains how.
      </p>
    </TextPage>
  );
}

function Instructions({ url }: { url: string }) {
  return (
    <>
      <p>
        If your download hasn’t started,{' '}
        <a href={url} download>
          download the app here
        </a>
        .
      </p>
      <h2>Next steps</h2>
      <ol className="grid gap-2 [&_li]:!list-decimal">
        <li>Open the file and follow its steps, on the computer you race on or on one in the same network.</li>
        <li>In the game’s settings, turn on telemetry and send it to that computer.</li>
        <li>Log in there with the account you use here. Your sessions then appear on your dashboard.</li>
      </ol>
    </>
  );
}

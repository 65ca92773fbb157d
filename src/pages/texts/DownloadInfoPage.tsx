import { useRead } from '../../actors/read.tsx';
import { TextPage } from './TextPage.tsx';

/** How to set up the recorder after its download, or what an operator offers instead. */
export function DownloadInfoPage() {
  const config = useRead({ name: 'getConfig' }).value;
  const url = config?.downloadUrl ?? null;
  return (
    <TextPage title="Download App">
      {config === null || url === null ? (
        <p className="min-h-24 text-mute">Looking for the download…</p>
      ) : (
        <>
          <p>
            If your download hasn’t started,{' '}
            <a href={url} download>
              download the app here
            </a>
            .
          </p>
          <h2>Next steps</h2>
          {url.endsWith('/pitboard-recorder.mjs') ? <RecorderSteps server={config.publicUrl} /> : <AppSteps />}
        </>
      )}
      <h2>Already have saved sessions?</h2>
      <p>
        You can import the files that Pits n’ Giggles has saved. The <a href="/faq">FAQ</a> explains how.
      </p>
    </TextPage>
  );
}

/** The recorder is one file for Node, the same on every system. */
function RecorderSteps({ server }: { server: string }) {
  return (
    <>
      <p>
        The recorder runs on Windows, macOS and Linux: on the computer you race on, or on one in the same network as
        your console.
      </p>
      <ol className="grid gap-2 [&_li]:!list-decimal">
        <li>
          Install <a href="https://nodejs.org/en/download">Node</a>, version 20 or later.
        </li>
        <li>
          Create a code in your <a href="/dashboard/settings">settings</a>, under Recorders.
        </li>
        <li>
          Open a terminal in the folder with the download, and start it with the code:
          <br />
          <code className="[overflow-wrap:anywhere]">node pitboard-recorder.mjs --server {server} --pair CODE</code>
          <br />
          From then on <code>node pitboard-recorder.mjs</code> alone starts it. If the system asks, permit it to receive
          data from the network.
        </li>
        <li>
          Open the page that it names. It shows what to set in the game, under Settings, Telemetry Settings: UDP
          Telemetry On, UDP Port 20777, UDP Send Rate 60 Hz, and as UDP IP Address 127.0.0.1 when the game runs on this
          computer, or the computer’s address in your network for a PlayStation, an Xbox or another PC.
        </li>
        <li>
          The light on that page turns green with the first packet. Your sessions are then live, and appear on your
          dashboard when they are over.
        </li>
      </ol>
    </>
  );
}

function AppSteps() {
  return (
    <ol className="grid gap-2 [&_li]:!list-decimal">
      <li>Open the file and follow its steps, on the computer you race on or on one in the same network.</li>
      <li>In the game’s settings, turn on telemetry and send it to that computer.</li>
      <li>Log in there with the account you use here. Your sessions then appear on your dashboard.</li>
    </ol>
  );
}

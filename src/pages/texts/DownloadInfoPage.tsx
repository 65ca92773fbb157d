import { Fragment, type ReactNode } from 'react';
import { getConfig } from '#contract/calls/site';
import { useRead } from '../../actors/read.tsx';
import { chooseDownload } from '../../browser/download.ts';
import { useHydrated } from '../../navigation/use-hydrated.ts';
import { TextPage } from './TextPage.tsx';

/** How to set up the recorder after its download. */
export function DownloadInfoPage() {
  const config = useRead({ call: getConfig }).value;
  const isHydrated = useHydrated();
  const url = config === null ? null : chooseDownload(config, isHydrated ? navigator : { userAgent: '' });
  const other = [config?.downloadUrl, config?.windowsDownloadUrl].find((file) => file != null && file !== url);
  return (
    <TextPage title="Download App" isWide>
      <div className="stack items-start gap-x-10 gap-y-4 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="stack gap-4">
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
              <RecorderSteps server={config.publicUrl} file={nameOf(url)} />
              {other == null ? null : (
                <p>
                  {other.endsWith('.exe') ? 'On Windows: ' : 'On macOS or Linux, with Node: '}
                  <a href={other} download>
                    {nameOf(other)}
                  </a>
                  {other.endsWith('.exe') ? ', which needs no Node.' : '.'}
                </p>
              )}
            </>
          )}
        </div>
        <div className="stack gap-4">
          <h2>Already have saved sessions?</h2>
          <p>
            You can import the files that Pits n’ Giggles has saved. The <a href="/faq">FAQ</a> explains how.
          </p>
          <h2>Writing your own?</h2>
          <p>
            Recorders for other games, stream overlays and bots can use the live data too:{' '}
            <a href="/downloads/live.md" download>
              how live timing works
            </a>
            , with two short programs to begin with. Everything else is in the{' '}
            <a href="/docs/api" target="_blank" rel="noopener">
              list of calls
            </a>
            .
          </p>
        </div>
      </div>
    </TextPage>
  );
}

const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

/** The recorder is one file for Node, the same on every system, or a program of Windows that needs no Node. */
function RecorderSteps({ server, file }: { server: string; file: string }) {
  const isProgram = file.endsWith('.exe');
  return (
    <>
      <p>Start the recorder on the computer you race on, or on one in the same network as your console.</p>
      <ol className="grid gap-2">
        {isProgram ? null : (
          <li>
            Install <a href="https://nodejs.org/en/download">Node</a>, version 20 or later.
          </li>
        )}
        <li>
          Create a code in your <a href="/dashboard/settings">settings</a>, under Recorders.
        </li>
        {isProgram ? <ProgramStart server={server} /> : <CommandStart command={`node ${file}`} server={server} />}
        <li>
          {isProgram ? 'Set' : 'Open the page that it names, and set'} in the game, under Settings, Telemetry Settings,
          what the page shows:
          <dl className="my-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-8 bg-raised px-3 py-2">
            {gameSettings.map(([name, value]) => (
              <Fragment key={name}>
                <dt className="text-mute">{name}</dt>
                <dd>{value}</dd>
              </Fragment>
            ))}
          </dl>
        </li>
        <li>
          The light on that page turns green with the first packet. Your sessions are then live, and appear on your
          dashboard when they are over.
        </li>
      </ol>
    </>
  );
}

/** A program of Windows is connected on its page: nobody needs to type a command. */
function ProgramStart({ server }: { server: string }) {
  return (
    <>
      <li>
        Start it with a double-click. If Windows says that it protected your PC, choose “More info”, then “Run anyway”.
        If the system asks, permit it to receive data from the network.
      </li>
      <li>
        Open the page that it names, and enter there the code and the address of Pitboard:
        <Command>{server}</Command>
      </li>
    </>
  );
}

function CommandStart({ command, server }: { command: string; server: string }) {
  return (
    <li>
      Open a terminal in the folder with the download, and start it with the code:
      <Command>
        {command} --server {server} --pair CODE
      </Command>
      From then on <code className="text-14">{command}</code> alone starts it. If the system asks, permit it to receive
      data from the network.
    </li>
  );
}

/** The names of the game's menu, and the values. */
const gameSettings = [
  ['UDP Telemetry', 'On'],
  ['UDP Broadcast Mode', 'Off'],
  ['UDP IP Address', '127.0.0.1; for a PlayStation, an Xbox or another PC the address of the recorder’s computer'],
  ['UDP Port', '20777'],
  ['UDP Send Rate', '60 Hz'],
  ['UDP Format', 'the newest that the menu offers'],
  ['Your Telemetry', 'Public, so that others see your tyres too'],
] as const;

function Command({ children }: { children: ReactNode }) {
  return <code className="my-2 block rounded-8 bg-raised px-3 py-2 text-14 wrap-anywhere">{children}</code>;
}

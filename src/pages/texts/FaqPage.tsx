import type { ReactNode } from 'react';
import { getConfig } from '#contract/calls/site';
import { useRead } from '../../actors/read.tsx';
import { useHydrated } from '../../navigation/use-hydrated.ts';
import { TextPage } from './TextPage.tsx';

/** Frequently asked questions. */
export function FaqPage() {
  const publicUrl = useRead({ call: getConfig }).value?.publicUrl;
  return (
    <TextPage title="FAQ" isWide>
      <div className="stack gap-x-10 wide:grid-cols-2 wide:items-start">
        <Question title="What is Pitboard?">
          <p>
            A companion for F1-style racing games. It keeps what the game forgets: every lap with its sectors, every set
            of tyres, every penalty and overtake. It turns your sessions into seasons with standings.
          </p>
        </Question>
        <Question title="Do I need an account?">
          <p>
            You don’t need an account to watch. Sessions, public leagues, seasons and profiles are open to everyone. To
            upload sessions or to run a league you need one.
          </p>
        </Question>
        <Question title="How do I add my sessions?">
          <p>
            With the recorder, which you get by{' '}
            <a href="/downloadInfo" className="link">
              Download App
            </a>{' '}
            and connect once. It shows your sessions live while you race, and uploads each when it ends.
          </p>
          <p>
            Sessions that Pits n’ Giggles has saved, recordings of the recorder, and sessions that Pitboard has given
            out as JSON or CSV are uploaded on{' '}
            <a href="/dashboard/sessions" className="link">
              your sessions
            </a>
            : drop them there, choose them, or share them with the installed app. Many at once can also be imported from
            the folder of this server:
          </p>
          <pre className="scroll-x card p-3 text-14">
            npm run import -- Race_Monza.json --server {useHydrated() ? location.origin : publicUrl}
          </pre>
          <p>
            Importing a file twice creates one session. If another version of the session is stored, you choose which
            one stays; the other can be restored for 14 days. A broken file is reported, and the other files are still
            imported.
          </p>
        </Question>
        <Question title="What do the colours mean?">
          <ul>
            <li>Purple with a ring: session best.</li>
            <li>Green with a bar: personal best.</li>
            <li>Red and struck through: an invalid lap.</li>
            <li>Amber: penalties, pit stops, safety cars and the lead of a championship.</li>
          </ul>
        </Question>
        <Question title="Why does the gap say +1 LAP?">
          <p>
            The driver was lapped, so a gap in seconds would be misleading. The gap is measured to the winner, the
            interval to the car ahead.
          </p>
        </Question>
        <Question title="How are points calculated?">
          <p>
            Each season has its own points, which its owner chooses: those of races and sprints, of the fastest lap and
            of pole position, and how many results are dropped. A new season begins with 25-18-15-12-10-8-6-4-2-1 for
            races, 8-7-6-5-4-3-2-1 for sprints, and one more point for the fastest lap of a driver in the top ten. If an
            event has two races, the shorter one is the sprint. As in F1, a car that retires after 90 % of the distance
            is classified, and half points leave the point for the fastest lap whole: the owner can choose otherwise.
            Ties are broken by the number of wins, then of second places, and so on. Tap or click a result in a season’s
            table to see how its points add up.
          </p>
        </Question>
        <Question title="Who can see a private league?">
          <p>
            Only its owner. For everyone else it does not exist: it is not listed, not found by the search, and its link
            shows Not Found. Seasons that are only in private leagues are hidden with them, and so are the sessions that
            only such seasons hold.
          </p>
        </Question>
        <Question title="Who can see a private race?">
          <p>
            A live race whose recorder was started with a key, and its session after the end: only its owner and whoever
            has the key. Its owner can make the session public, and any session private, on its page or in “Your
            sessions”. A public season counts public sessions alone.
          </p>
        </Question>
        <Question title="How do I install the app?" id="install">
          <p>
            <a href="/faq#install">Install Pitboard</a>. If your browser has no button for it: on an iPhone or iPad, tap
            Share, then “Add to Home Screen”. In other browsers, open the menu and choose “Install app” or “Add to Home
            screen”.
          </p>
        </Question>
        <Question title="What can I read without a network?">
          <p>
            The app itself and every page you have opened before; it tells you how old each one is. What you keep
            offline stays until you remove it. <a href="/privacy#device">On this device</a>, at the bottom of every
            page, lists it.
          </p>
        </Question>
        <Question title="Why are some times missing?">
          <p>
            Players can hide their telemetry, and a recorder that joins late misses the first laps. Unknown values are
            shown as a dash, never as zero.
          </p>
        </Question>
        <Question title="Can I host it myself?">
          <p>
            Yes. Pitboard is free software under the MIT licence. One command starts it with its own database; the
            README explains how to host it for a league.
          </p>
        </Question>
      </div>
    </TextPage>
  );
}

function Question({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <details id={id} className="group border-b border-line">
      <summary className="flex min-h-12 list-none items-center gap-3 py-2 text-17 font-750 marker:hidden">
        <span aria-hidden="true" className="text-red hover-transition group-open:rotate-90">
          ›
        </span>
        <h2 className="mt-0 text-17 font-750">{title}</h2>
      </summary>
      <div className="grid gap-3 pb-4 pl-5">{children}</div>
    </details>
  );
}

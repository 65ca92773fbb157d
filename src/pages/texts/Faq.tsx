import type { ReactNode } from 'react';
import { TextPage } from './TextPage.tsx';

/** Questions that people ask on a race night. */
export function Faq() {
  return (
    <TextPage title="FAQ">
      <div className="grid">
        <Question ask="What is Pitboard?">
          <p>
            A companion for F1-style racing games. It keeps what the game forgets: every lap with its sectors, every set
            of tyres, penalty and overtake of a session, and turns sessions into seasons with standings.
          </p>
        </Question>
        <Question ask="Do I need an account?">
          <p>No. Sessions, public leagues, seasons and profiles are open to everybody who has the link.</p>
        </Question>
        <Question ask="How do sessions get in here?">
          <p>
            Sessions that Pits n’ Giggles saved as JSON files are imported with one command from the folder of this
            server’s software:
          </p>
          <pre className="scroll-x card p-3 text-14">npm run import -- Race_Monza.json --server {location.origin}</pre>
          <p>
            The same file twice makes one session; of two recordings of one session the more complete is kept. A file
            that is broken is named, and the others go on.
          </p>
        </Question>
        <Question ask="What do the colours mean?">
          <ul>
            <li>Purple, with a ring: the best of the session.</li>
            <li>Green, with a bar: a driver’s own best.</li>
            <li>Red and struck through: a lap that does not count.</li>
            <li>Amber: penalties, pit stops, the lead of a championship.</li>
          </ul>
        </Question>
        <Question ask="Why does the gap say +1 LAP?">
          <p>
            The driver was lapped: a gap in seconds would say nothing. Interval is the gap to the car ahead, gap is the
            one to the winner; the two are never mixed in one column.
          </p>
        </Question>
        <Question ask="How are points counted?">
          <p>
            25-18-15-12-10-8-6-4-2-1 in races and 8-7-6-5-4-3-2-1 in sprints, one more for the fastest lap of a race
            inside the top ten. Of two races in one event the shorter is the sprint. Ties are settled by wins, then
            second places, and so on. Touch a result in a season’s table to see where its points come from.
          </p>
        </Question>
        <Question ask="Who sees a private league?">
          <p>
            Its owner alone. To everybody else it is not there: not in lists, not in the search, and its link shows the
            same page as a link that never existed. A season that only private leagues hold is hidden with them.
          </p>
        </Question>
        <Question ask="How do I put it on my home screen?" id="install">
          <p>
            <a href="/faq#install">Install Pitboard</a>. Where your browser has no button for it: on an iPhone or iPad
            tap Share, then “Add to Home Screen”; elsewhere choose “Install app” or “Add to Home screen” in the
            browser’s menu.
          </p>
        </Question>
        <Question ask="What can I read without a network?">
          <p>
            The app itself, and everything you opened before, with its age. What you mark “Keep offline” stays until you
            take it back. <a href="/privacy#device">On this device</a> lists it, at the foot of every page.
          </p>
        </Question>
        <Question ask="Some times are missing. Why?">
          <p>
            Players may hide their telemetry from others, and a recorder that joins late has not seen the first laps.
            What is not known shows as a dash, never as zero.
          </p>
        </Question>
        <Question ask="Can I run it myself?">
          <p>
            Yes. Pitboard is free software under the MIT licence: one command starts it with a database of its own, and
            the README says how to host it for a league.
          </p>
        </Question>
      </div>
    </TextPage>
  );
}

function Question({ ask, id, children }: { ask: string; id?: string; children: ReactNode }) {
  return (
    <details id={id} className="group border-b border-line">
      <summary className="flex min-h-12 list-none items-center gap-3 py-2 text-17 font-750 marker:hidden">
        <span aria-hidden="true" className="text-red transition-transform group-open:rotate-90">
          ›
        </span>
        <h2 className="!mt-0 !text-17 !font-750">{ask}</h2>
      </summary>
      <div className="grid gap-3 pb-4 pl-5">{children}</div>
    </details>
  );
}

import { Operator } from './Operator.tsx';
import { TextPage } from './TextPage.tsx';

/** The legal notice. */
export function LegalNoticePage() {
  return (
    <TextPage title="Legal Notice/Impressum">
      <h2>Operator of this server</h2>
      <Operator />
      <h2>Responsible for content</h2>
      <p>
        The operator named above. The names of sessions, leagues and drivers come from the people who record and upload
        them. If something should not be here, tell the operator, who will look into it.
      </p>
      <h2>Trademarks</h2>
      <p>
        Pitboard is not affiliated with any game, racing series, team or driver. All assets are property of their
        respective owners.
      </p>
    </TextPage>
  );
}

import { Operator } from './Operator.tsx';
import { TextPage } from './TextPage.tsx';

/** Legal notice. */
export function Impressum() {
  return (
    <TextPage title="Legal Notice/Impressum">
      <h2>Operator of this server</h2>
      <Operator />
      <h2>Responsible for content</h2>
      <p>
        The operator named above. Names of sessions, leagues and drivers come from the people who record and upload
        them; tell the operator of anything that should not be here, and it will be looked at.
      </p>
      <h2>Marks</h2>
      <p>
        Pitboard is not connected with any game, racing series, team or driver. All assets are property of their
        respective owners.
      </p>
    </TextPage>
  );
}

import { Button } from '../../components/Button.tsx';
import { toast } from '../deferred/toast-class.ts';

/** Offers to install the app. */
export function InstallBanner({ install, dismiss }: { install: () => void; dismiss: () => void }) {
  return (
    <section aria-label="Install" className={toast}>
      <p>Add Pitboard to your home screen and open it without a network.</p>
      <p className="flex gap-2">
        <Button onClick={dismiss}>Not now</Button>
        <Button kind="primary" onClick={install}>
          Install
        </Button>
      </p>
    </section>
  );
}

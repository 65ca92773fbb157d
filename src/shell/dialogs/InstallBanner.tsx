import { toast } from '../deferred/toast-class.ts';

/** Offers to install the app. */
export function InstallBanner({ install, dismiss }: { install: () => void; dismiss: () => void }) {
  return (
    <section aria-label="Install" className={toast}>
      <p>Add Pitboard to your home screen and open it without a network.</p>
      <p className="flex gap-2">
        <button type="button" onClick={dismiss} className="action border border-line">
          Not now
        </button>
        <button type="button" onClick={install} className="action bg-redfill text-white">
          Install
        </button>
      </p>
    </section>
  );
}

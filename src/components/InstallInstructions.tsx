import { Icon } from './Icon.tsx';
import { pageIcons } from './page-icons.ts';

const steps = {
  share: ['Tap Share in the browser’s toolbar', 'Choose “Add to Home Screen”', 'Tap “Add”'],
  menu: ['Open the browser’s menu', 'Choose “Install app” or “Add to Home screen”', 'Confirm'],
};

/** How to install the app where the browser offers no prompt. */
export function InstallInstructions({ method }: { method: 'share' | 'menu' }) {
  return (
    <>
      <p className="text-mute">Pitboard then opens in its own window, also without a network.</p>
      <ol className="grid gap-2">
        {steps[method].map((step, index) => (
          <li key={step} className="flex min-h-11 items-center gap-3">
            <b className="w-5 text-20 font-800 text-mute">{index + 1}</b>
            {step}
            {index === 0 && method === 'share' ? <Icon path={pageIcons.share} /> : null}
          </li>
        ))}
      </ol>
    </>
  );
}

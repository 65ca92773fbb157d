import { Icon } from './Icon.tsx';
import { pageIcons } from './page-icons.ts';

/** How a person puts the app on the home screen where the browser has no button for it. */
export function InstallSteps({ way }: { way: 'share' | 'menu' }) {
  const steps =
    way === 'share'
      ? ['Tap Share in the browser’s bar', 'Choose “Add to Home Screen”', 'Tap “Add”']
      : ['Open the browser’s menu', 'Choose “Install app” or “Add to Home screen”', 'Confirm'];
  return (
    <>
      <p className="text-mute">On the home screen Pitboard opens in a window of its own, without a network too.</p>
      <ol className="grid gap-2">
        {steps.map((step, index) => (
          <li key={step} className="flex min-h-11 items-center gap-3">
            <b className="w-5 text-20 font-800 text-mute">{index + 1}</b>
            {step}
            {index === 0 && way === 'share' ? <Icon path={pageIcons.share} /> : null}
          </li>
        ))}
      </ol>
    </>
  );
}

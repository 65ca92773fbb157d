import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { type InstallSource, useInstall } from '../../actors/install.ts';
import { useOrder } from '../../actors/orders.ts';
import { InstallSteps } from '../../components/InstallSteps.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { useLayer } from './navigation.tsx';

/** Puts the app on the home screen: by the links that ask for it, and from the second visit by an offer of its own. */
export function InstallOffer({ news }: { news: InstallSource }) {
  const [path] = useLocation();
  const layer = useLayer();
  const { shown, way, install, dismiss, close } = useInstall(news);
  useOrder('/faq#install', install);
  // The native dialog is opened by a method, not by a property.
  useEffect(() => {
    if (shown === 'steps') layer.open();
  });
  const closed = () => {
    layer.onClose();
    close();
  };
  return (
    <>
      <Sheet id="install-title" title="Install Pitboard" layer={{ ...layer, onClose: closed }}>
        <InstallSteps way={way === 'share' ? 'share' : 'menu'} />
      </Sheet>
      {shown === 'banner' && !path.startsWith('/live') ? <Banner install={install} dismiss={dismiss} /> : null}
    </>
  );
}

function Banner({ install, dismiss }: { install: () => void; dismiss: () => void }) {
  return (
    <section
      aria-label="Install"
      className="no-print fixed inset-x-4 bottom-[calc(72px+env(safe-area-inset-bottom))] z-30 mx-auto flex max-w-lg flex-wrap items-center justify-between gap-3 rounded-10 border border-line bg-raised p-3 desk:bottom-4"
    >
      <p>Put Pitboard on your home screen: it opens without a network.</p>
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

import './overlay.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { matchPage } from '#contract/pages/routes';
import { ApiProvider } from './actors/api.ts';
import { ConnectivityProvider } from './actors/connectivity.ts';
import { QueryCacheProvider } from './actors/read.tsx';
import { startOverlay } from './actors/stream-overlay.ts';
import { overlayExample, overlayKey, parseOverlayOptions } from './format/overlay-options.ts';
import { Overlay } from './pages/overlay/Overlay.tsx';
import { OverlaySeason } from './pages/overlay/OverlaySeason.tsx';

const root = document.getElementById('overlay');
if (root === null) throw new Error('overlay.html has no #overlay');

// The key of a private session is in the fragment, which does not load the page again.
addEventListener('hashchange', () => location.reload());
const { api, connectivity, queries } = startOverlay(() => overlayKey(location.hash));
const { name, id } = matchPage(location.pathname);

createRoot(root).render(
  <StrictMode>
    <ConnectivityProvider value={connectivity}>
      <ApiProvider value={api}>
        <QueryCacheProvider queries={queries}>
          {name === 'overlaySeason' ? (
            <OverlaySeason id={id} options={parseOverlayOptions(location.search)} />
          ) : (
            <Overlay
              id={id}
              isOfUser={name === 'overlayUser'}
              options={parseOverlayOptions(location.search)}
              sessionKey={overlayKey(location.hash)}
              example={overlayExample(location.hash)}
            />
          )}
        </QueryCacheProvider>
      </ApiProvider>
    </ConnectivityProvider>
  </StrictMode>,
);

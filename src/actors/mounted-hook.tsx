import { act, Fragment, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import type { Api } from '../api/client.ts';
import type { QueryCache } from '../queries/query-cache.ts';
import { ApiProvider } from './api.ts';
import { ConnectivityProvider } from './connectivity.ts';
import { QueryCacheProvider } from './read.tsx';

/** The parts of the app that the hook uses. */
interface Services {
  readonly api?: unknown;
  readonly queries?: unknown;
  /** Mounts it twice, as in development. */
  readonly isStrict?: boolean;
}

const noListeners = { addEventListener: () => undefined, removeEventListener: () => undefined };
const online = {
  status: () => 'online' as const,
  subscribe: () => () => undefined,
  reportCall: () => undefined,
  reportSlow: () => undefined,
};

/** Mounts a hook with its effects in a component that draws nothing, so that React needs no document. */
export async function mountHook<Props, Value>(
  hook: (props: Props) => Value,
  first: NoInfer<Props>,
  { api = {}, queries = {}, isStrict = false }: Services,
) {
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('HTMLIFrameElement', class {});
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const ownerDocument = { nodeType: 9, activeElement: null, ...noListeners };
  const container = { nodeType: 1, tagName: 'DIV', namespaceURI: 'http://www.w3.org/1999/xhtml', ownerDocument };
  // React asks nothing else of an element to which it adds nothing.
  const root = createRoot(Object.assign(container, noListeners) as unknown as Element);
  const values: Value[] = [];
  const Mode = isStrict ? StrictMode : Fragment;
  const draw = (props: Props) =>
    act(async () =>
      root.render(
        <Mode>
          <ConnectivityProvider value={online}>
            <ApiProvider value={api as Api}>
              <QueryCacheProvider queries={queries as QueryCache}>
                <Probe run={() => values.push(hook(props))} />
              </QueryCacheProvider>
            </ApiProvider>
          </ConnectivityProvider>
        </Mode>,
      ),
    );
  await draw(first);
  return {
    value: () => values.at(-1) as Value,
    draw,
    run: (change: () => unknown) => act(async () => void (await change())),
    unmount: () => act(async () => root.unmount()),
  };
}

function Probe({ run }: { run: () => void }) {
  run();
  return null;
}

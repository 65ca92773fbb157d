interface InstallPrompt extends Event {
  readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** What the browser says of installing the app, caught from the first moment on: it may come before anybody asks. */
export interface InstallNews {
  /** The prompt that the browser holds ready, or null. */
  readonly held: () => InstallPrompt | null;
  readonly watch: (told: (news: 'prompted' | 'installed') => void) => () => void;
}

/** Listens from now on; the browser's own small banner stays away. */
export function watchInstall(): InstallNews {
  let held: InstallPrompt | null = null;
  let told: ((news: 'prompted' | 'installed') => void) | null = null;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    held = event as InstallPrompt;
    told?.('prompted');
  });
  addEventListener('appinstalled', () => told?.('installed'));
  return {
    held: () => held,
    watch: (listener) => {
      told = listener;
      if (held !== null) listener('prompted');
      return () => {
        told = null;
      };
    },
  };
}
